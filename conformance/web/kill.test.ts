/** Changes that were acknowledged are live in the end, whatever is killed meanwhile. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pidOf, until } from "../installation.ts";
import {
  type WebInstallation,
  addService,
  addSite,
  apply,
  ask,
  askToApply,
  putFile,
  startWeb,
} from "./installation.ts";

let web: WebInstallation;
before(async () => {
  web = await startWeb();
});
after(() => web?.stop());

const sites = 200;
const services = 4;

/** Other than what is killed: runit starts it again. */
async function killed(service: string): Promise<void> {
  const before = pidOf(web.home, service);
  process.kill(before, "SIGKILL");
  await until(`${service} runs again`, 60, () => pidOf(web.home, service) !== before);
}

test("kill -9 of the worker and of nginx in the middle of 200 changes loses none and leaves none half done", async () => {
  const ids: number[] = [];
  for (let n = 0; n < services; n += 1) ids.push(await addService(web.db, `kill${n}.test`));
  await Promise.all(ids.map((id) => apply(web.db, id)));
  for (const id of ids) await putFile(web, id, "public_html/index.html", `service ${id}`);
  const kills: Promise<void>[] = [];
  for (let n = 0; n < sites; n += 1) {
    const id = ids[n % services]!;
    await addSite(web.db, id, `s${n}`, "/public_html");
    await askToApply(web.db, id);
    if (n === 60) kills.push(killed("worker"));
    if (n === 110) kills.push(killed("web"));
    if (n === 160) kills.push(killed("worker"));
  }
  await Promise.all(kills);
  await until("every job has ended", 120, async () => {
    const { rows } = await web.db.query<{ open: number; failed: number }>(
      `select count(*) filter (where state in ('queued', 'running'))::int as open,
              count(*) filter (where state = 'failed')::int as failed from atrio.job where kind = 'web.apply'`,
    );
    assert.equal(rows[0]!.failed, 0);
    return rows[0]!.open === 0;
  });
  await until("nginx answers", 60, () =>
    ask(web, "http://kill0.test/").then(
      () => true,
      () => false,
    ),
  );
  for (let n = 0; n < sites; n += 1) {
    const { status, body } = await ask(web, `http://s${n}.kill${n % services}.test/`);
    assert.deepEqual([n, status, body], [n, 200, `service ${ids[n % services]}`]);
  }
  const left = readdirSync(join(web.home, "web/generations"));
  assert.equal(left.length, 1, `configurations that nobody uses: ${left.join(", ")}`);
});
