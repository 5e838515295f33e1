/** `up` and `down` with the real daemons: from nothing, twice, in the foreground. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openHome } from "../packages/cli/src/home.ts";
import { isAlive, markOf, withDescendants } from "../packages/cli/src/processes.ts";
import { readSettings, writeSettings } from "../packages/cli/src/settings.ts";
import { type Certificate, makeCertificate } from "../packages/server/test/smtp.ts";
import {
  type Ready,
  atrio,
  dig,
  mailServices,
  makeHome,
  pidOf,
  processesOf,
  removeHome,
  repository,
  services,
  startDemo,
  succeed,
  until,
  webServices,
} from "./installation.ts";

const memoryLimitMegabytes = { mail: 300, web: 150, rest: 500 };

/** What `atrio status` says of the memory of the services of mail, of those of sites, and of the rest. */
function memoryOf(status: string): typeof memoryLimitMegabytes {
  const used = { mail: 0, web: 0, rest: 0 };
  for (const [, name = "", megabytes] of status.matchAll(/^(\w+) .* (\d+) MB\b(?! in all)/gm)) {
    const part = mailServices.includes(name) ? "mail" : webServices.includes(name) ? "web" : "rest";
    used[part] += Number(megabytes);
  }
  return used;
}

const panelAnswers = async ({ url }: Ready): Promise<boolean> =>
  fetch(`${url}/api/config/get/`).then(
    (reply) => reply.ok,
    () => false,
  );

const hostname = "mail.atrio.test";

/** For 127.0.0.1, and in the settings. */
function giveCertificate(home: string): Certificate {
  const made = makeCertificate();
  const certificate = { cert: join(home, "own-cert.pem"), key: join(home, "own-key.pem") };
  writeFileSync(certificate.cert, made.cert);
  writeFileSync(certificate.key, made.key, { mode: 0o600 });
  const settings = readSettings(openHome(home));
  assert.ok(settings);
  writeSettings(openHome(home), { ...settings, mail: { ...settings.mail, hostname, certificate } });
  return made;
}

/** The webmail, at its own port; and the panel leads there. */
async function speaksTls({ url, services: { webmail } }: Ready, ca: string): Promise<void> {
  const [reply]: IncomingMessage[] = await once(get({ ...webmail, path: "/", ca }), "response");
  reply?.resume();
  assert.equal(reply?.statusCode, 200);
  const cookies = reply.headers["set-cookie"] ?? [];
  assert.ok(cookies.length > 0);
  for (const cookie of cookies) assert.match(cookie, /; secure/i);
  const plain = await fetch(`http://${webmail.host}:${webmail.port}/?_task=mail`, { redirect: "manual" });
  assert.equal(plain.headers.get("location"), `https://${webmail.host}:${webmail.port}/?_task=mail`);
  const panel = await fetch(`${url}/admin/`);
  const policy = panel.headers.get("content-security-policy") ?? "";
  assert.ok(policy.includes(`form-action 'self' https://${hostname}:${webmail.port};`), policy);
}

suite("up from nothing", () => {
  const home = makeHome();
  let ready: Ready;
  before(async () => {
    ready = await startDemo(home);
  });
  after(() => removeHome(home));

  test("ready.json says where everything is and how to sign in, to its owner only", () => {
    assert.equal(statSync(join(home, "ready.json")).mode & 0o777, 0o600);
    assert.match(ready.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const ofDns = ["dns", "dns2", "registry"];
    const ofMail = ["smtp", "submission", "submissions", "imap", "imaps", "sieve", "webmail"];
    assert.deepEqual(Object.keys(ready.services), ["panel", ...ofDns, ...ofMail, "http", "https"]);
    assert.deepEqual(ready.missing, []);
    assert.equal(ready.demo?.domainName, "atrio.test");
    assert.equal(ready.demo.username, "owner");
    assert.ok(ready.demo.password.length >= 20);
  });

  test("the panel and both name servers have the demo", async () => {
    const reply = await fetch(`${ready.url}/api/config/get/`);
    assert.match(await reply.text(), /"company":"Atrio Demo"/);
    assert.match(await (await fetch(`${ready.url}/`)).text(), /<html/);
    for (const server of [ready.services.dns, ready.services.dns2]) {
      assert.equal(dig(server, "atrio.test", "A"), "192.0.2.10");
      assert.equal(dig(server, "www.example-24.test", "CNAME"), "example-24.test.");
    }
    assert.equal(dig(ready.services.dns, "parked.test", "MX"), "");
    assert.equal(dig(ready.services.registry, "test", "NS"), "nic.test.");
    assert.match(dig(ready.services.registry, "test", "DNSKEY"), /^257 3 13 /);
  });

  test("secrets are readable by one user each, and the panel's process is nobody's administrator", () => {
    for (const name of readdirSync(join(home, "secrets")))
      assert.equal(statSync(join(home, "secrets", name)).mode & 0o777, 0o400, name);
    const status = readFileSync(`/proc/${pidOf(home, "api")}/status`, "utf8");
    assert.notEqual(/^Uid:\s+(\d+)/m.exec(status)?.[1], "0");
    for (const set of ["CapPrm", "CapEff", "CapBnd", "CapAmb"])
      assert.equal(new RegExp(`^${set}:\\s+0+$`, "m").test(status), true, set);
    assert.match(status, /^NoNewPrivs:\s+1$/m);
  });

  test("a second up says so, and starts nothing", async () => {
    const pids = services.map((name) => pidOf(home, name));
    assert.match(await succeed(home, ["up", "--demo", "--detach"]), /was running already/);
    assert.deepEqual(
      services.map((name) => pidOf(home, name)),
      pids,
    );
  });

  test("at rest mail takes at most 300 MB, sites 150 MB and everything else 500 MB", async () => {
    // connections that the start made are given back within ten seconds
    for (const until = Date.now() + 20_000; ; await sleep(1000)) {
      const { output } = await atrio(home, ["status"]);
      const { mail, web, rest } = memoryOf(output);
      assert.ok(rest > 50 && mail > 20 && web > 20, output);
      const limit = memoryLimitMegabytes;
      if (rest <= limit.rest && mail <= limit.mail && web <= limit.web) break;
      assert.ok(Date.now() < until, output);
    }
  });

  test("doctor finds nothing wrong", async () => {
    await succeed(home, ["doctor"]);
  });

  test("down stops everything and removes ready.json", async () => {
    const processes = services.flatMap((name) =>
      withDescendants(pidOf(home, name)).map((pid) => markOf(pid)),
    );
    assert.ok(processes.length > services.length);
    await succeed(home, ["down"]);
    assert.equal(existsSync(join(home, "ready.json")), false);
    assert.deepEqual(processes.filter(isAlive), []);
    assert.deepEqual(processesOf(home), []);
    assert.equal((await atrio(home, ["status"])).status, 1);
  });

  test("in the foreground it stays, with a certificate now, and SIGINT stops all in order", async () => {
    const { cert } = giveCertificate(home);
    const child = spawn(join(repository, "atrio"), ["up", "--home", home], { cwd: "/", stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await until("it is ready", 60, () => existsSync(join(home, "ready.json")));
    assert.ok(await panelAnswers(ready));
    await speaksTls(ready, cert);
    child.kill("SIGINT");
    assert.equal(await ended, 0);
    assert.equal(existsSync(join(home, "ready.json")), false);
    assert.deepEqual(processesOf(home), []);
  });

  test("a killed up leaves the services to the next one, which stops them", async () => {
    const first = spawn(join(repository, "atrio"), ["up", "--home", home], { cwd: "/", stdio: "ignore" });
    await until(
      "it is ready",
      60,
      () => existsSync(join(home, "ready.json")) && existsSync(join(home, "run/marks/up")),
    );
    first.kill("SIGKILL");
    assert.ok(await panelAnswers(ready));
    const second = spawn(join(repository, "atrio"), ["up", "--home", home], { cwd: "/", stdio: "ignore" });
    const ended = new Promise((resolve) => second.once("exit", resolve));
    await until("the second has taken over", 20, () => pidOf(home, "up") === second.pid);
    second.kill("SIGTERM");
    assert.equal(await ended, 0);
    assert.deepEqual(processesOf(home), []);
  });
});
