/** nginx, phpd, Apache and PHP as the product has them, for one site of one service: what a visitor gets by its rules. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { uidOf } from "@atrio/server/web/as-customer.ts";
import { mapNames } from "@atrio/server/web/maps.ts";
import { fillTemplate } from "../../packages/cli/src/services/render.ts";
import { repository, until } from "../installation.ts";
import { Phpd, webAccount } from "./phpd.ts";

export const holding = 912;
export const host = "www.example.test";
const stack = join(repository, "stack/web");

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

/** Entries of the site in nginx's maps; other maps stay empty. */
const maps: Readonly<Record<string, string>> = {
  site: `${host} ${host};`,
  holding: `${host} ${holding};`,
  folder: `${host} /public_html;`,
};

type Files = Readonly<Record<string, string | Buffer>>;

export class RulesServer {
  readonly phpd;
  readonly #ports = { http: 0, https: 0 };
  #nginx: ChildProcess | undefined;
  #log = "";

  constructor(idleSeconds?: number) {
    this.phpd = new Phpd(1, idleSeconds);
  }

  get port(): number {
    return this.#ports.http;
  }
  get home(): string {
    return this.phpd.home;
  }
  get folder(): string {
    return join(this.home, "web/srv", String(holding), "home/public_html");
  }
  /** What phpd and nginx have said. */
  get log(): string {
    return this.phpd.log + this.#log;
  }

  /** Waits for something that Apache, PHP or nginx says. */
  logs(wanted: RegExp): Promise<void> {
    return until(`${wanted.source} is in the log`, 15, () => wanted.test(this.log));
  }

  /** Files of the customer's by their path below the site's folder; `../` is the customer's home. */
  write(files: Files): void {
    const uid = uidOf(holding);
    for (const [name, content] of Object.entries(files)) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    execFileSync("chown", ["-R", "-h", `${uid}:${uid}`, dirname(this.folder)]);
  }

  /** A service with these files alone. */
  site(files: Files): void {
    const home = dirname(this.folder);
    for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
    mkdirSync(this.folder);
    this.write(files);
  }

  async start(): Promise<void> {
    await this.phpd.start();
    await this.phpd.add(holding, "8.2", {});
    this.#ports.http = await freePort();
    this.#ports.https = await freePort();
    this.#render();
    this.#nginx = spawn(
      "setpriv",
      [
        `--reuid=${webAccount}`,
        `--regid=${webAccount}`,
        "--clear-groups",
        "nginx",
        "-e",
        "stderr",
        "-c",
      ].concat(join(this.home, "web/live/nginx.conf")),
      { stdio: ["ignore", "pipe", "pipe"], cwd: "/" },
    );
    for (const stream of [this.#nginx.stdout, this.#nginx.stderr])
      stream?.setEncoding("utf8").on("data", (said: string) => (this.#log += said));
    this.site({ "ready.html": "ready" });
    await until("nginx answers", 20, async () => {
      const answer = await this.get("/ready.html").catch(() => undefined);
      return answer?.text === "ready";
    });
  }

  #render(): void {
    const { home } = this;
    const [uid, gid] = ["-u", "-g"].map((which) =>
      Number(execFileSync("id", [which, webAccount], { encoding: "utf8" })),
    );
    for (const name of ["etc/web", "web/live/maps", "web/log", "web/temp", "web/certificates", "run/web"])
      mkdirSync(join(home, name), { recursive: true });
    for (const name of ["web/log", "web/temp", "run/web"]) chownSync(join(home, name), uid!, gid!);
    const values = {
      HOME: home,
      APP: repository,
      WEB_RUN: join(home, "run/web"),
      PHP_RUN: join(home, "run/php"),
      CHALLENGE_SOCKET: join(home, "run/challenge.sock"),
      WEB_LISTEN: `listen 127.0.0.1:${this.#ports.http} default_server;
        listen 127.0.0.1:${this.#ports.https} ssl http2 default_server;`,
      WEB_HTTPS_SUFFIX: `:${this.#ports.https}`,
    };
    for (const file of readdirSync(stack).filter((name) => name.endsWith(".conf")))
      writeFileSync(
        join(home, "etc/web", file),
        fillTemplate(readFileSync(join(stack, file), "utf8"), values),
      );
    for (const name of mapNames)
      writeFileSync(join(home, "web/live/maps", `${name}.map`), `${maps[name] ?? ""}\n`);
    writeFileSync(join(home, "web/live/patience.conf"), "worker_shutdown_timeout 10s;\n");
    symlinkSync(join(home, "etc/web/nginx.conf"), join(home, "web/live/nginx.conf"));
    const certificate = join(home, "web/certificates/fallback");
    const subject = ["-subj", "/CN=fallback", "-days", "2"];
    const files = ["-keyout", `${certificate}.key`, "-out", `${certificate}.crt`];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"].concat(
        subject,
        files,
      ),
      {
        stdio: "ignore",
      },
    );
    for (const ending of ["key", "crt"]) chownSync(`${certificate}.${ending}`, uid!, gid!);
  }

  /** Resolves at the headers; the body is still to come. */
  async open(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    { method = "GET", secure = false, body = "" } = {},
  ): Promise<IncomingMessage> {
    const asked = (secure ? httpsRequest : httpRequest)({
      host: "127.0.0.1",
      port: secure ? this.#ports.https : this.#ports.http,
      path,
      method,
      headers: { Host: host, ...headers },
      agent: false,
      ...(secure ? { servername: host, rejectUnauthorized: false } : {}),
    });
    asked.end(body);
    const [answer]: IncomingMessage[] = await once(asked, "response");
    return answer!;
  }

  async get(...asked: Parameters<RulesServer["open"]>): Promise<Answer> {
    const answer = await this.open(...asked);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
  }

  async end(): Promise<void> {
    if (this.#nginx && this.#nginx.exitCode === null && this.#nginx.signalCode === null) {
      const ended = once(this.#nginx, "exit");
      this.#nginx.kill("SIGTERM");
      await ended;
    }
    await this.phpd.end();
  }
}
