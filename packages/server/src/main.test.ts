import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startTestCluster, type TestCluster } from "../test/database.ts";
import { readConfig } from "./config.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-main-"));
const secretFile = join(directory, "captcha.key");
writeFileSync(secretFile, "a secret of thirty-two characters", { mode: 0o400 });
after(() => rmSync(directory, { recursive: true }));

const environment = {
  DATABASE_URL: "postgresql://atrio_api@/none?host=/nonexistent",
  ATRIO_LISTEN: "127.0.0.1:0",
  ATRIO_VAULT: join(directory, "vault.sock"),
  ATRIO_SECRET_FILE: secretFile,
  ATRIO_PANEL: directory,
};

class Api {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output = "";

  constructor(env: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
      env: { PATH: process.env["PATH"], ...environment, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    this.ended = new Promise((resolve) => this.child.once("exit", resolve));
  }

  async url(): Promise<string> {
    for (let tries = 0; tries < 200; tries++) {
      const found = /Server listening at (http:[^"]+)/.exec(this.output)?.[1];
      if (found) return found;
      await sleep(50);
    }
    throw new Error(`The api did not start: ${this.output}`);
  }
}

describe("the api process", () => {
  let cluster: TestCluster;
  let databaseUrl: string;
  before(async () => {
    cluster = await startTestCluster();
    databaseUrl = cluster.url("atrio_api", await cluster.createDatabase());
  });
  after(() => cluster.stop());

  it("does not run as root", { skip: process.getuid?.() !== 0 && "only root can try" }, async () => {
    const api = new Api({});
    assert.equal(await api.ended, 1);
    assert.match(api.output, /does not run as root/);
  });

  it("serves, logs lines of JSON, and stops in order with tabs open", async () => {
    const api = new Api({ DATABASE_URL: databaseUrl, ATRIO_ALLOW_ROOT: "1" });
    const url = await api.url();
    const reply = await fetch(`${url}/api/config/get/`);
    assert.equal(reply.status, 200);
    assert.equal((await fetch(`${url}/api/user/info/`)).status, 405);
    api.child.kill("SIGTERM");
    const start = performance.now();
    assert.equal(await api.ended, 0);
    assert.ok(performance.now() - start < 3000);
    for (const line of api.output.trim().split("\n")) assert.equal(JSON.parse(line).service, "api", line);
  });

  it("starts while PostgreSQL is away", async () => {
    const api = new Api({ ATRIO_ALLOW_ROOT: "1" });
    const reply = await fetch(`${await api.url()}/api/config/get/`);
    assert.equal(reply.status, 503);
    api.child.kill("SIGTERM");
    assert.equal(await api.ended, 0);
  });
});

describe("the environment", () => {
  it("is read with its defaults", () => {
    const { ATRIO_LISTEN: _listen, ATRIO_PANEL: _panel, ...least } = environment;
    const config = readConfig(least);
    assert.deepEqual(
      [config.host, config.port, config.basePath, config.trustedProxies, config.logLevel, config.allowRoot],
      ["127.0.0.1", 8080, "/api", [], "info", false],
    );
    assert.ok(config.panelDirectory.endsWith("packages/panel/dist"));
  });

  it("takes IPv6 addresses and lists of proxies", () => {
    const config = readConfig({
      ...environment,
      ATRIO_LISTEN: "[::1]:443",
      ATRIO_TRUSTED_PROXY: "::1, 10.0.0.0/8",
    });
    assert.deepEqual([config.host, config.port, config.trustedProxies], ["::1", 443, ["::1", "10.0.0.0/8"]]);
  });

  const wrong: Record<string, NodeJS.ProcessEnv> = {
    DATABASE_URL: { DATABASE_URL: undefined },
    ATRIO_LISTEN: { ATRIO_LISTEN: "8080" },
    ATRIO_BASE_PATH: { ATRIO_BASE_PATH: "/api/" },
    ATRIO_LOG_LEVEL: { ATRIO_LOG_LEVEL: "loud" },
  };
  for (const [name, env] of Object.entries(wrong))
    it(`is refused with a wrong ${name}`, () =>
      assert.throws(() => readConfig({ ...environment, ...env }), { message: new RegExp(name) }));

  it("needs a secret that is long enough and nobody else's to read", () => {
    const file = join(directory, "short.key");
    writeFileSync(file, "short", { mode: 0o400 });
    assert.throws(() => readConfig({ ...environment, ATRIO_SECRET_FILE: file }), /less than 32/);
    chmodSync(file, 0o444);
    assert.throws(() => readConfig({ ...environment, ATRIO_SECRET_FILE: file }), /read by others/);
  });
});
