/** Sites come back from what docs/operating.md says to keep, by the very commands that it gives. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Pool } from "pg";
import { openHome, readNumber } from "../../packages/cli/src/home.ts";
import { useInstallation } from "../../packages/cli/src/machine.ts";
import { uidOf } from "../../packages/server/src/web/as-customer.ts";
import { makeHome, readReady, removeHome, repository, succeed } from "../installation.ts";
import { makeCertificate } from "./certificate.ts";
import { addService, apply, ask, putFile, untilEnded } from "./installation.ts";
import { signIn } from "./panel.ts";

const [old, fresh] = [makeHome(), makeHome()];
const backup = mkdtempSync(join(tmpdir(), "atrio-backup-"));
after(async () => {
  for (const home of [old, fresh]) await removeHome(home);
  rmSync(backup, { recursive: true });
});

const section = /^## Back up and restore\n([^]*?)^## /m.exec(
  readFileSync(join(repository, "docs/operating.md"), "utf8"),
)![1]!;

/** Of the manual, with the homes put in. */
function run(commands: string): void {
  const text = commands
    .replaceAll(/\bOLD\b|\bHOME\b/g, old)
    .replaceAll(/\bNEW\b/g, fresh)
    .replaceAll("atrio.dump", join(backup, "atrio.dump"))
    // other tests have the usual ports; and this one goes on when all is up
    .replace("./atrio up", "./atrio up --port 0")
    .replace(/(\.\/atrio up --home \S+)$/m, "$1 --detach");
  execFileSync("/bin/sh", ["-euc", text], { cwd: repository, stdio: "pipe", encoding: "utf8" });
}

const page = `<?php
file_put_contents('/home/count', (int) @file_get_contents('/home/count') + 1);
echo PHP_VERSION, ' ', posix_getuid(), ' ', file_get_contents('/home/count');`;

test("a restored installation serves its sites, PHP, redirections and certificates as before", async () => {
  await succeed(old, ["up", "--port", "0", "--detach"]);
  useInstallation(readNumber(openHome(old)));
  await succeed(old, ["php", "add", "8.4"]);
  const db = new Pool({ host: `${old}/run/pg`, user: "atrio", database: "atrio", max: 2 });
  const id = await addService(db, "uno.test");
  await apply(db, id);
  const { cert, certkey } = makeCertificate("uno.test");
  const call = await signIn({ db, ready: readReady(old) }, id);
  const [site] = (
    await db.query<{ id: number }>("select id::int from atrio.subdomain where host = 'uno.test'")
  ).rows;
  await call("php", { phpVersion: "8.4" });
  await call(`subdomain/${site!.id}/save`, { folder: "/web", SSLActive: "1", cert, certkey });
  await call("subdomain/create", { subDomain: "closed", folder: "/closed" });
  await call("redirection/create", { subDomain: "go", urlRedir: "https://world.example/" });
  const frame = { subDomain: "frame", urlRedir: "https://world.example/", redirType: "frame" };
  const { system } = await call("redirection/create", frame);
  if (system.job !== null) await untilEnded(db, system.job);
  await putFile({ home: old }, id, "web/index.html", "uno");
  await putFile({ home: old }, id, "web/page.php", page);
  await putFile({ home: old }, id, "closed/.htaccess", "Require all denied\n");
  await putFile({ home: old }, id, "closed/index.html", "closed");
  await db.end();

  const seen = async (home: string) => {
    const there = { ready: readReady(home) };
    const byPhp = (await ask(there, "https://uno.test/page.php", { ca: cert })).body.split(" ");
    return {
      plain: (await ask(there, "http://www.uno.test/")).status,
      secure: (await ask(there, "https://uno.test/", { ca: cert })).body,
      php: [byPhp[0]!.slice(0, 3), byPhp[1]],
      closed: (await ask(there, "http://closed.uno.test/")).status,
      redirected: (await ask(there, "http://go.uno.test/")).headers.location,
      framed: (await ask(there, "http://frame.uno.test/")).body.includes("<iframe"),
    };
  };
  const before = await seen(old);
  assert.deepEqual([before.secure, before.php, before.closed], ["uno", ["8.4", String(uidOf(id))], 403]);

  const dump = /`(pg_dump [^`]+)`/.exec(section)![1]!;
  run(dump);
  await succeed(old, ["down"]);
  const restore = /^Restore,[^]*?\n\n((?: {4}.*\n)+)/m.exec(section)![1]!;
  assert.match(restore, /web\/srv/);
  run(restore);
  assert.deepEqual(await seen(fresh), before);
  const counted = await ask({ ready: readReady(fresh) }, "http://uno.test/page.php");
  // what a script wrote before stands, and it can write on
  assert.match(counted.body, / 3$/);
});
