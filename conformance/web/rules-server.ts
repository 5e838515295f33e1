/** nginx with the rules of .htaccess files as the product has them, one service's folder, and its PHP. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fillTemplate } from "../../packages/cli/src/services/render.ts";

const stack = join(import.meta.dirname, "../../stack");

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

const configuration = (home: string, port: number) => `
load_module /usr/lib/nginx/modules/ngx_http_js_module.so;
daemon off;
pid ${home}/nginx.pid;
worker_processes 1;
error_log stderr warn;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 64; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  gzip on;
  client_body_temp_path ${home}/body; fastcgi_temp_path ${home}/fastcgi; proxy_temp_path ${home}/proxy;
  scgi_temp_path ${home}/scgi; uwsgi_temp_path ${home}/uwsgi;
  include ${home}/etc/web/htaccess-http.conf;
  server {
    listen 127.0.0.1:${port};
    set $holding 12;
    set $folder /www;
    set $php_value "";
    set $home ${home}/srv/home;
    root $home$folder;
    index index.html index.htm index.php;
    set $links_from $home;
    disable_symlinks if_not_owner from=$links_from;
    include ${home}/etc/web/htaccess.conf;
    location / { try_files $uri $uri/ =404; }
    location ~ /\\. { return 403; }
    location ~ [^/]\\.php(/|$) {
      fastcgi_split_path_info ^(.+?\\.php)(/.*)$;
      set $path_info $fastcgi_path_info;
      try_files $fastcgi_script_name =404;
      include ${home}/etc/web/php.conf;
    }
    location ^~ /.well-known/acme-challenge/ { return 200 challenge; }
  }
}
`;

export class RulesServer {
  readonly home = mkdtempSync(join(tmpdir(), "atrio-rules-"));
  readonly folder = join(this.home, "srv/home/www");
  #port = 0;
  readonly #children: ChildProcess[] = [];
  #log = "";

  /** Waits for something that nginx or PHP says. */
  async logs(wanted: RegExp): Promise<void> {
    for (let tries = 0; tries < 300 && !wanted.test(this.#log); tries++) await pause(50);
    if (!wanted.test(this.#log)) throw new Error(`not said: ${wanted.source}\n${this.#log}`);
  }

  /** Files by their path below the service's home; folders are made. */
  write(files: Readonly<Record<string, string | Buffer>>): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.home, "srv/home", name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  /** An empty site with these files. */
  site(files: Readonly<Record<string, string | Buffer>>): void {
    rmSync(join(this.home, "srv/home"), { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    this.write(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [
          name.startsWith("../") ? name.slice(3) : `www/${name}`,
          text,
        ]),
      ),
    );
  }

  /** As if the site's pause for slow rules lay so many seconds back; without a number as if there had been none. */
  forgive(seconds?: number): void {
    const mark = join(this.home, "htaccess-slow-12");
    if (seconds === undefined) rmSync(mark, { force: true });
    else utimesSync(mark, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
  }

  #start(command: string, args: readonly string[]): void {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], cwd: "/" });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => (this.#log += data.toString()));
    }
    this.#children.push(child);
  }

  async start(): Promise<void> {
    chmodSync(this.home, 0o755);
    mkdirSync(join(this.home, "etc/web"), { recursive: true });
    mkdirSync(join(this.home, "run"), { recursive: true });
    this.site({});
    const values = { HOME: this.home, WEB_RUN: this.home, PHP_RUN: join(this.home, "run") };
    for (const file of readdirSync(join(stack, "web")).filter((name) =>
      /^(htaccess.*|php\.conf)$/.test(name),
    )) {
      writeFileSync(
        join(this.home, "etc/web", file),
        fillTemplate(readFileSync(join(stack, "web", file), "utf8"), values),
      );
    }
    cpSync(join(stack, "php/password.php"), join(this.home, "password.php"));
    writeFileSync(
      join(this.home, "fpm.conf"),
      `[global]\nerror_log = /sockets/php.log\n[12]\nuser = 0\ngroup = 0\nlisten = /sockets/12.sock\npm = static\npm.max_children = 2\n`,
    );
    this.#port = await freePort();
    writeFileSync(join(this.home, "nginx.conf"), configuration(this.home, this.#port));
    this.#start("nginx", ["-e", "stderr", "-c", join(this.home, "nginx.conf")]);
    // what PHP sees as /home is the service's
    const binds = [
      "--ro-bind",
      "/usr",
      "/usr",
      "--symlink",
      "usr/lib",
      "/lib",
      "--symlink",
      "usr/lib64",
      "/lib64",
    ];
    binds.push(
      "--proc",
      "/proc",
      "--dev",
      "/dev",
      "--tmpfs",
      "/tmp",
      "--bind",
      join(this.home, "srv"),
      "/srv",
    );
    binds.push("--symlink", "srv/home", "/home", "--bind", join(this.home, "run"), "/sockets");
    binds.push("--ro-bind", join(this.home, "password.php"), "/etc/password.php");
    binds.push(
      "--ro-bind",
      join(this.home, "fpm.conf"),
      "/etc/fpm.conf",
      "--unshare-pid",
      "--die-with-parent",
    );
    this.#start(join(stack, "php/bwrap"), [...binds, "/usr/sbin/php-fpm8.2", "-n", "-F", "-O", "-R", "-y", "/etc/fpm.conf"]);
    this.site({ "ready.php": "<?php echo 'ready';" });
    for (let tries = 0; tries < 300; tries++) {
      const answer = await this.get("/ready.php").catch(() => undefined);
      if (answer?.text === "ready") return;
      await pause(100);
    }
    throw new Error(`nginx or PHP did not start: ${this.#log}`);
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Answer> {
    const asked = request({
      host: "127.0.0.1",
      port: this.#port,
      path,
      method,
      headers: { Host: "www.example.test", ...headers },
      agent: false,
    });
    asked.end();
    const [answer] = await once(asked, "response");
    let text = "";
    for await (const part of answer) text += part.toString();
    return { status: answer.statusCode, headers: answer.headers, text };
  }

  /** The most memory that nginx's one process for requests ever held. */
  peakKb(): number {
    const master = readFileSync(join(this.home, "nginx.pid"), "utf8").trim();
    const worker = readFileSync(`/proc/${master}/task/${master}/children`, "utf8").trim();
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${worker}/status`, "utf8"))?.[1]);
  }

  async end(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    rmSync(this.home, { recursive: true, force: true });
  }
}
