/** Where it is not a fresh Debian and root: an ordinary user without daemons, a PostgreSQL of the operator's. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { Client } from "pg";
import { buildPanel } from "../packages/cli/src/install/panel.ts";
import { superuser } from "../packages/server/src/db/postgres.ts";
import { type TestCluster, startTestCluster } from "../packages/server/test/database.ts";
import {
  type Run,
  atrio,
  dig,
  makeHome,
  pidOf,
  processesOf,
  readReady,
  removeHome,
  succeed,
  until,
} from "./installation.ts";
import { SmtpSession } from "./mail/smtp.ts";

const nobody = 65534;

suite("an ordinary user on a machine without daemons and runit", () => {
  const outer = makeHome();
  const home = join(outer, "home");
  // The user sees a machine without these programs. Not all is made private at once: the root of a chroot is no mount point.
  const hidden = ["/usr/sbin/pdns_server", "/usr/sbin/knotd", "/usr/bin/runsvdir"];
  const script = [
    "mount --make-rprivate /dev",
    "mount --rbind / /dev/shm",
    "mount --make-rprivate /dev/shm",
    ...hidden.map((path) => `mount --bind /dev/null /dev/shm${path}`),
    `exec chroot /dev/shm setpriv --reuid=${nobody} --regid=${nobody} --clear-groups -- "$@"`,
  ].join(" && ");
  const run = (args: readonly string[]): Promise<Run> =>
    atrio(home, args, {
      through: ["unshare", "--mount", "--propagation=unchanged", "sh", "-c", script, "sh"],
    });
  before(async () => {
    // the checkout is another user's, who has built the panel
    await buildPanel({ at() {}, result() {} });
    chmodSync(outer, 0o755);
    mkdirSync(home);
    chownSync(home, nobody, nobody);
  });
  after(async () => {
    await run(["down"]);
    await removeHome(outer);
  });

  test("the panel and its PostgreSQL run, and what is missing is said with its remedy", async () => {
    const { status, output } = await run(["up", "--port", "0", "--demo", "--detach"]);
    assert.equal(status, 0, output);
    assert.match(output, /PowerDNS, name server 1 is missing: pdns_server is not installed/);
    assert.match(output, /apt-get install --no-install-recommends knot/);
    const ready = readReady(home);
    assert.deepEqual(Object.keys(ready.services), ["panel"]);
    const missing = ready.missing.map(({ service }) => service).toSorted();
    const dns = ["dnsd", "knot", "pdns", "registry"];
    const mail = ["dovecot", "nginx", "policyd", "postfix", "roundcube", "rspamd"];
    const web = ["acme", "php", "web", "weblog"];
    assert.deepEqual(missing, [...dns, ...mail, ...web].toSorted());
    assert.match(output, /Postfix starts as root only/);
    assert.equal((await fetch(`${ready.url}/api/config/get/`)).status, 200);
  });

  test("the panel knows what is missing, so that the DNS page can say so", () => {
    const as = [`--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups", "--"];
    const reach = ["-h", join(home, "run/pg"), "-U", "atrio_api", "-d", "atrio"];
    const query = `select service, packages from atrio.missing_service
      where service in ('dnsd', 'knot', 'pdns', 'registry') order by service`;
    const rows = execFileSync("setpriv", [...as, "psql", "-XAt", ...reach, "-c", query], {
      encoding: "utf8",
    });
    assert.deepEqual(rows.trim().split("\n"), [
      "dnsd|pdns-server pdns-backend-pgsql",
      "knot|knot",
      "pdns|pdns-server pdns-backend-pgsql",
      "registry|pdns-server pdns-backend-pgsql",
    ]);
  });

  test("status and doctor say so too, and are not content", async () => {
    const status = await run(["status"]);
    assert.equal(status.status, 1);
    assert.match(status.output, /^knot\s+missing/m);
    const doctor = await run(["doctor"]);
    assert.equal(doctor.status, 1);
    assert.match(doctor.output, /knot is missing/);
  });

  test("the built-in supervisor starts again what is killed", async () => {
    const pid = pidOf(home, "api");
    process.kill(pid, "SIGKILL");
    await until("the panel has another process", 15, () => pidOf(home, "api") !== pid);
    await until("the panel answers", 15, () =>
      fetch(`${readReady(home).url}/api/config/get/`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  });

  test("up takes over from a built-in supervisor that was killed, down stops all", async () => {
    process.kill(pidOf(home, "supervisor"), "SIGKILL");
    const again = await run(["up", "--detach"]);
    assert.equal(again.status, 0, again.output);
    assert.equal((await run(["down"])).status, 0);
    assert.deepEqual(processesOf(home), []);
    assert.equal(existsSync(join(home, "ready.json")), false);
  });
});

test("a home below a closed directory: the service accounts may pass through it, and nobody else", async () => {
  const closed = makeHome();
  const home = join(closed, "home");
  try {
    const output = await succeed(home, ["up", "--port", "0", "--detach"]);
    assert.match(output, new RegExp(`may pass through ${closed}`));
    assert.equal(statSync(closed).mode & 0o007, 0);
    await succeed(home, ["doctor"]);
  } finally {
    await removeHome(home);
    rmSync(closed, { recursive: true });
  }
});

suite("DATABASE_URL", () => {
  const home = makeHome();
  let cluster: TestCluster;
  let url: string;
  before(async () => {
    cluster = await startTestCluster();
    const client = new Client({ connectionString: cluster.url(superuser, "postgres") });
    await client.connect();
    await client.query("create database external");
    await client.query("create database other");
    await client.end();
    url = cluster.url(superuser, "external");
  });
  after(async () => {
    await removeHome(home);
    await cluster.stop();
  });

  test("that PostgreSQL is used, and no other is started", async () => {
    await succeed(home, ["up", "--port", "0", "--demo", "--detach"], { environment: { DATABASE_URL: url } });
    const ready = readReady(home);
    assert.equal(existsSync(join(home, "pg/PG_VERSION")), false);
    assert.equal(dig(ready.services.dns, "atrio.test", "A"), "192.0.2.10");
    assert.equal(dig(ready.services.dns2, "atrio.test", "A"), "192.0.2.10");
  });

  test("the mail services ask it", async () => {
    const { smtp } = readReady(home).services;
    const session = await SmtpSession.open(smtp);
    await session.say("MAIL FROM:<>");
    const [taken, refused] = [
      await session.say("RCPT TO:<soporte@atrio.test>"),
      await session.say("RCPT TO:<nobody@example-07.test>"),
    ];
    session.close();
    assert.deepEqual([taken.code, refused.code], [250, 550]);
  });

  test("later commands remember it", async () => {
    assert.doesNotMatch(await succeed(home, ["status"]), /^postgres\s/m);
    assert.match((await atrio(home, ["holding", "list"])).output, /atrio\.test/);
  });

  /** What another installation would overwrite. */
  const state = async (): Promise<unknown> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query(
        `select (select array_agg(secret) from atrio.dns_tsig) as secrets,
           (select array_agg(rolname || rolpassword order by 1) from pg_authid where rolpassword is not null) as roles,
           (select array_agg(s::text order by s::text) from atrio.name_server s) as servers`,
      );
      return rows;
    } finally {
      await client.end();
    }
  };

  test("a second home is refused, on the same database and on another one of that server; nothing is changed", async () => {
    const before = await state();
    for (const address of [url, cluster.url(superuser, "other")]) {
      const second = makeHome();
      const refused = await atrio(second, ["up", "--port", "0", "--detach"], {
        environment: { DATABASE_URL: address },
      });
      assert.equal(refused.status, 78, refused.output);
      assert.match(refused.output, /belongs to another installation \([0-9a-f-]{36}\)\. Nothing was changed/);
      assert.deepEqual(processesOf(second), []);
      assert.equal(existsSync(join(second, "secrets/database.url")), false);
      await removeHome(second);
    }
    assert.deepEqual(await state(), before);
    await succeed(home, ["up", "--detach"]);
  });

  test("commands of a home whose database was given to another one are refused", async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>("select id from atrio.installation");
    const set = (id: string) => client.query("update atrio.installation set id = $1", [id]);
    await set("00000000-0000-4000-8000-000000000000");
    try {
      const refused = await atrio(home, ["holding", "add", "second.test", "--hosting"]);
      assert.equal(refused.status, 78, refused.output);
      assert.match(refused.output, /belongs to another installation \(00000000/);
    } finally {
      await set(rows[0]!.id);
      await client.end();
    }
    await succeed(home, ["holding", "list"]);
  });

  test("an address that leads nowhere is said so", async () => {
    const other = makeHome();
    const wrong = await atrio(other, ["up", "--port", "0", "--detach"], {
      environment: { DATABASE_URL: "postgresql://u:p@127.0.0.1:1/x" },
    });
    await removeHome(other);
    assert.equal(wrong.status, 69);
    assert.match(wrong.output, /DATABASE_URL cannot be used/);
  });
});
