/** Two installations of one machine, started at the same moment: neither has, reaches or stops anything of the other. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openHome, readNumber } from "../packages/cli/src/home.ts";
import { useInstallation } from "../packages/cli/src/machine.ts";
import { askService } from "../packages/cli/src/services/ask.ts";
import { makePlan } from "../packages/cli/src/services/plan.ts";
import { portsIn, readSettings } from "../packages/cli/src/settings.ts";
import { mainHolding } from "../packages/cli/src/demo/holdings.ts";
import {
  type Ready,
  atrio,
  makeHome,
  pidOf,
  readReady,
  removeHome,
  services,
  succeed,
} from "./installation.ts";
import { ask, putFile } from "./web/installation.ts";

const homes = [makeHome(), makeHome()] as const;
const [first, second] = homes;
after(() => Promise.all(homes.map(removeHome)));

before(async () => {
  const runs = await Promise.all(homes.map((home) => atrio(home, ["up", "--demo", "--detach"])));
  for (const { output } of runs) assert.doesNotMatch(output, /^\s+at /m);
  // forty daemons that start at once may be slower than `up` waits
  for (const home of homes) await succeed(home, ["up", "--demo", "--detach"]);
});

const settingsOf = (home: string) => readSettings(openHome(home))!;
const uidsOf = (pid: number): number[] =>
  /^Uid:\s+(.+)$/m
    .exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]!
    .split("\t")
    .map(Number);

const query = (home: string, sql: string): string =>
  execFileSync("psql", ["-XAt", "-h", join(home, "run/pg"), "-U", "atrio", "-d", "atrio", "-c", sql], {
    encoding: "utf8",
  }).trim();

const publicPorts = (home: string): string[] => {
  const table = `atrio_${readNumber(openHome(home))}`;
  const set = execFileSync("nft", ["list", "set", "inet", table, "public_ports"], { encoding: "utf8" });
  return [...(/elements = \{([^}]*)\}/.exec(set)?.[1] ?? "").matchAll(/\d+/g)].map(([port]) => port);
};

/** What a page of the demo's site says its uid is. */
async function phpUid(home: string, ready: Ready): Promise<number> {
  useInstallation(readNumber(openHome(home)));
  const holding = Number(query(home, `select id from atrio.holding where reference = '${mainHolding}'`));
  await putFile({ home }, holding, "public_html/uid.php", "<?php echo posix_getuid();");
  return Number((await ask({ ready }, `http://${mainHolding}/uid.php`)).body);
}

test("they have no port in common", () => {
  const ports = homes.flatMap((home) => portsIn(settingsOf(home)));
  assert.equal(new Set(ports).size, ports.length);
});

test("no process of one runs as an account of the other, root apart", () => {
  const [one, two] = homes.map((home) => new Set(services.flatMap((name) => uidsOf(pidOf(home, name)))));
  assert.ok(one!.size > 10);
  assert.deepEqual([...one!.intersection(two!)], [0]);
});

test("their customers' files and programs have uids of their own", async () => {
  const groups = homes.map((home) => {
    const directory = join(home, "web/srv");
    return new Set(readdirSync(directory).map((name) => statSync(join(directory, name)).gid));
  });
  assert.ok(groups[0]!.size > 10);
  assert.equal(groups[0]!.intersection(groups[1]!).size, 0);
  for (const [i, home] of homes.entries()) {
    const uid = await phpUid(home, readReady(home));
    assert.ok(groups[i]!.has(uid), String(uid));
  }
});

test("each has rules of its own for its customers' programs, with its own ports", () => {
  const [one, two] = homes.map(publicPorts);
  for (const [i, ports] of [one!, two!].entries()) {
    const { web, mail } = settingsOf(homes[i]!);
    const wanted = [web.http, web.https, mail.submission, mail.submissions].map(String);
    assert.deepEqual(ports.toSorted(), wanted.toSorted());
  }
});

test("an account of one reads no secret of the other and comes into no database or vault of it", () => {
  for (const [from, to] of [homes, [second, first] as const]) {
    for (const [service, secret, role] of [
      ["api", "captcha.key", "atrio_api"],
      ["pdns", "master.key", "pdns_ro"],
      ["postfix", "relay.key", "postfix_ro"],
    ] as const) {
      const pid = pidOf(from, service === "postfix" ? "rspamd" : service);
      const as = [`--reuid=${uidsOf(pid)[0]}`, "--regid=65534", "--clear-groups", "--"];
      const run = (...command: string[]) => spawnSync("setpriv", [...as, ...command], { encoding: "utf8" });
      assert.match(run("cat", join(to, "secrets", secret)).stderr, /Permission denied/);
      const reach = ["-h", join(to, "run/pg"), "-U", role, "-d", "atrio", "-c", "select 1"];
      assert.match(run("psql", "-X", ...reach).stderr, /Peer authentication failed/);
      const vault = join(to, "run/vault/vault.sock");
      const connect = `require("net").connect("${vault}").on("error", (e) => console.log(e.code)).on("connect", () => process.exit(1))`;
      assert.equal(run(process.execPath, "-e", connect).stdout.trim(), "EACCES");
    }
  }
});

test("an answer of the other installation is not taken for an own one", async () => {
  const home = openHome(first);
  useInstallation(readNumber(home));
  const own = settingsOf(first);
  const plan = makePlan(home, own, undefined);
  const theirs = settingsOf(second);
  const mixed = {
    api: { ...own, panel: theirs.panel },
    pdns: { ...own, dns: theirs.dns },
    knot: { ...own, dns2: theirs.dns2 },
    registry: { ...own, registry: theirs.registry },
    postfix: { ...own, mail: { ...own.mail, smtp: theirs.mail.smtp } },
    dovecot: { ...own, mail: { ...own.mail, imap: theirs.mail.imap } },
    nginx: { ...own, mail: { ...own.mail, webmail: theirs.mail.webmail } },
    web: { ...own, web: theirs.web },
  } as const;
  for (const name of ["api", "pdns", "knot", "registry", "postfix", "dovecot", "nginx", "web"] as const) {
    assert.equal(await askService(plan, name), undefined, name);
    const wrong = (await askService({ ...plan, settings: mixed[name] }, name)) ?? "it is content";
    assert.match(wrong, /^port \d+ of 127\.0\.0\.1 is held by .+ \(pid \d+\), which is not of this/, name);
  }
});

test("a port that another program has taken ends up with who that is, for the panel and for mail", async () => {
  const settings = settingsOf(second);
  for (const [service, port] of [
    ["api", settings.panel.port],
    ["dovecot", settings.mail.imap],
  ] as const) {
    execFileSync("sv", ["-w", "20", "stop", join(second, "sv", service)]);
    const foreign = createServer((_, reply) => reply.end("* OK")).listen(port, "127.0.0.1");
    await once(foreign, "listening");
    const { status, output } = await atrio(second, ["up", "--detach"]);
    assert.equal(status, 69, output);
    assert.match(output, new RegExp(`Port ${port}, meant for .+, is taken by .+ \\(pid ${process.pid}\\)`));
    assert.doesNotMatch(output, /^\s+at /m);
    foreign.close();
  }
  await succeed(second, ["up", "--detach"]);
});

test("a running service whose port is changed to a taken one is left alone, and the holder is named", async () => {
  const foreign = createServer().listen(0, "127.0.0.1");
  await once(foreign, "listening");
  const address = foreign.address();
  assert.ok(address !== null && typeof address === "object");
  const { settings: file } = openHome(second);
  const kept = readFileSync(file, "utf8");
  const own = settingsOf(second);
  writeFileSync(file, JSON.stringify({ ...own, mail: { ...own.mail, smtp: address.port } }));
  const { status, output } = await atrio(second, ["up", "--detach"]);
  writeFileSync(file, kept);
  foreign.close();
  assert.equal(status, 69, output);
  assert.match(output, new RegExp(`Port ${address.port}, meant for Postfix.*\\(pid ${process.pid}\\)`));
  await succeed(second, ["status"]);
});

test("PostgreSQL checks its pages, and has room for all that is started", () => {
  assert.equal(query(second, "show data_checksums"), "on");
  const limits = "select sum(rolconnlimit) from pg_roles where rolconnlimit > 0";
  assert.ok(Number(query(second, "show max_connections")) > Number(query(second, limits)));
});

test("stopping one leaves the other as it is", async () => {
  const pids = services.map((name) => pidOf(second, name));
  await succeed(first, ["down"]);
  await succeed(second, ["status"]);
  assert.deepEqual(
    services.map((name) => pidOf(second, name)),
    pids,
  );
  assert.equal(publicPorts(first).length, 0);
  assert.equal(publicPorts(second).length, 4);
  assert.ok((await phpUid(second, readReady(second))) > 0);
});

test("files that have the uids of another machine get those of this one, and links lead root nowhere", async () => {
  const [number = ""] = readdirSync(join(first, "web/srv"));
  const directory = join(first, "web/srv", number);
  const own = statSync(directory).gid;
  const other = String(2_010_000_000 + Number(number));
  symlinkSync("/etc/hostname", join(directory, "home/link"));
  execFileSync("chown", ["-hR", `${other}:${other}`, join(directory, "home"), join(directory, "tmp")]);
  execFileSync("chgrp", [other, directory]);
  await succeed(first, ["up", "--detach"]);
  assert.equal(statSync(directory).gid, own);
  for (const path of ["home", "tmp", "home/link"]) {
    const { uid, gid } = lstatSync(join(directory, path));
    assert.deepEqual([uid, gid], [own, own], path);
  }
  assert.equal(statSync("/etc/hostname").uid, 0);
  assert.ok((await phpUid(first, readReady(first))) > 0);
});
