/** The version of PHP that a customer chooses, as visitors get it: through nginx, and without a request lost. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { succeed, until } from "../installation.ts";
import {
  type WebInstallation,
  addService,
  apply,
  ask,
  putFile,
  startWeb,
  untilEnded,
} from "./installation.ts";
import { type Call, signIn } from "./panel.ts";

const versions = ["7.4", "8.2", "8.4"];
const page = `<?php
if (isset($_GET['begun'])) touch('/home/begun');
usleep((int) ($_GET['wait'] ?? 0));
echo PHP_VERSION, ' ', php_sapi_name(), ' ', extension_loaded('mysqli') && extension_loaded('mbstring') ? 'whole' : 'bare';`;

let web: WebInstallation;
let call: Call;
let id: number;
before(async () => {
  web = await startWeb();
  for (const version of versions) await succeed(web.home, ["php", "add", version]);
  id = await addService(web.db, "uno.test");
  await apply(web.db, id);
  await putFile(web, id, "public_html/page.php", page);
  call = await signIn(web, id);
});
after(() => web?.stop());

/** Resolves when the panel says that it is live. */
async function choose(version: string): Promise<void> {
  const { system } = await call("php", { phpVersion: version });
  if (system.job !== null) assert.equal((await untilEnded(web.db, system.job)).state, "done");
}

/** The first two numbers of what answers. */
async function visit(query = "", agent?: Agent): Promise<string> {
  const { status, body } = await ask(web, `http://uno.test/page.php${query}`, agent ? { agent } : {});
  assert.equal(status, 200, body);
  assert.match(body, /^\d\.\d\.\d+ fpm-fcgi whole$/);
  return body.slice(0, 3);
}

test("each version answers when the panel says so, with its extensions", async () => {
  for (const version of [...versions, ...versions.toReversed()]) {
    await choose(version);
    assert.equal(await visit(), version);
  }
  await choose("default");
  assert.equal(await visit(), "8.2");
});

test("a change of version under constant visits loses no request, on kept connections neither", async () => {
  const seen = new Set<string>();
  const done = new AbortController();
  let answers = 0;
  const visitor = async (agent?: Agent) => {
    while (!done.signal.aborted) {
      seen.add(await visit(`?wait=${answers % 3}000`, agent));
      answers += 1;
    }
  };
  const kept = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  const visitors = Promise.all([undefined, undefined, undefined, ...kept].map((agent) => visitor(agent)));
  // a lost one ends the test at once
  visitors.catch(() => done.abort());
  for (const version of [...versions, ...versions].toReversed()) {
    const already = answers;
    await choose(version);
    assert.equal(await visit(), version);
    await until("visitors came", 60, () => done.signal.aborted || answers > already + 30);
  }
  done.abort();
  await visitors;
  for (const agent of kept) agent.destroy();
  assert.deepEqual([...seen].toSorted(), versions);
});

test("a page that began before the change ends in the version that it began in", async () => {
  await choose("8.2");
  const begun = join(web.home, `web/srv/${id}/home/begun`);
  const slow = visit("?begun&wait=2000000");
  await until("it is being answered", 20, () => existsSync(begun));
  await choose("7.4");
  assert.equal(await visit(), "7.4");
  assert.equal(await slow, "8.2");
});
