/** phpd by itself, in a home of its own: as `atrio up` renders it, without a product around it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeService } from "@atrio/server/web/folders.ts";
import { openPhp } from "@atrio/server/web/php.ts";
import { uidOf } from "@atrio/server/web/as-customer.ts";
import { buildApacheModule } from "../../packages/cli/src/install/apache-module.ts";
import { fillTemplate } from "../../packages/cli/src/services/render.ts";
import { phpRoots } from "../../packages/cli/src/services/web-values.ts";
import { repository, until } from "../installation.ts";
import { askPhp } from "./fastcgi.ts";

/** A web server's account, which every Debian has. */
export const webAccount = "www-data";

const stack = join(repository, "stack/php");
/** Beyond those of all installations, and another process's tests have others: each table of nft is for uids of its own. */
const uids = 50_000;
const firstUid = 2_020_000_000 + (process.pid % 2_000) * uids;
process.env["ATRIO_FIRST_UID"] = String(firstUid);
const nftTable = `atrio_test_${process.pid}`;
const files = readdirSync(stack).filter((name) => !name.endsWith(".md") && name !== "service");

export class Phpd {
  readonly home = mkdtempSync(join(tmpdir(), "atrio-php-"));
  readonly php;
  #process: ChildProcess | undefined;
  #log = "";

  constructor(publicPort: number, idleSeconds = 300) {
    const etc = join(this.home, "etc/php");
    for (const directory of ["etc/php", "run/php", "web/php", "web/srv", "sv"])
      mkdirSync(join(this.home, directory), { recursive: true });
    chmodSync(this.home, 0o711);
    const values = {
      HOME: this.home,
      SV: join(this.home, "sv"),
      AS: "",
      WEB_USER: webAccount,
      PHP_ROOTS: phpRoots,
      APACHE_MODULES: join(this.home, "web/apache"),
      FIRST_UID: String(firstUid),
      LAST_UID: String(firstUid + uids - 1),
      NFT_TABLE: nftTable,
      PUBLIC_PORTS: String(publicPort),
    };
    for (const file of files)
      writeFileSync(join(etc, file), fillTemplate(readFileSync(join(stack, file), "utf8"), values));
    writeFileSync(join(this.home, "sv/alone"), "");
    cpSync(join(stack, "service"), join(etc, "service"), { recursive: true });
    const fpm = join(etc, "service/fpm.conf");
    const text = readFileSync(fpm, "utf8").replace("idle_timeout = 10s", "idle_timeout = 1s");
    writeFileSync(fpm, text);
    const program = join(etc, "phpd");
    const idle = `IDLE_SECONDS => ${idleSeconds},`;
    writeFileSync(program, readFileSync(program, "utf8").replace("IDLE_SECONDS => 300,", idle));
    this.php = openPhp({
      directory: join(this.home, "web"),
      phpRun: join(this.home, "run/php"),
      phpTemplates: join(etc, "service"),
    });
  }

  get log(): string {
    return this.#log;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(environment: NodeJS.ProcessEnv = {}): Promise<void> {
    await buildApacheModule(join(this.home, "web/apache"), { at() {}, result() {} });
    const before = this.#log.length;
    this.#process = spawn("/bin/sh", [join(this.home, "etc/php/run")], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environment },
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (this.#log += text));
    await until("phpd listens", 20, () => this.#log.slice(before).includes("wait for visitors"));
  }

  /** Ends it so that it can do nothing about it. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#process?.once("close", resolve));
    this.#process?.kill("SIGKILL");
    await ended;
  }

  /** A service with these files in its folder of sites. */
  async add(holdingId: number, version: string, scripts: Readonly<Record<string, string>>): Promise<void> {
    await makeService({ services: join(this.home, "web/srv"), account: webAccount }, holdingId);
    for (const [name, text] of Object.entries(scripts)) this.write(holdingId, name, text);
    await this.php.apply({ holdingId, version });
  }

  write(holdingId: number, name: string, text: string): void {
    const folder = join(this.home, "web/srv", String(holdingId), "home/public_html");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
  }

  socketOf(holdingId: number): string {
    return join(this.home, "run/php", String(holdingId), "php.sock");
  }

  apacheOf(holdingId: number): string {
    return join(this.home, "run/php", `${holdingId}.apache`);
  }

  ask(holdingId: number, script: string, query = ""): Promise<string> {
    return askPhp(this.socketOf(holdingId), script, { QUERY_STRING: query });
  }

  async end(): Promise<void> {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
    execFileSync("/bin/sh", [join(this.home, "etc/php/finish")]);
    execFileSync("nft", ["delete", "table", "inet", nftTable]);
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Of /proc/PID/status. */
export const statusOf = (pid: number, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

/** Processes of a service, by the uid that nobody else has. */
export function processesOf(holdingId: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && statusOf(pid, "Uid") === uidOf(holdingId);
      } catch {
        return false;
      }
    });
}
