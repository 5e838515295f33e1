/** Changes that were acknowledged are live in the end, whatever is killed meanwhile. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pidOf, succeed, until } from "../installation.ts";
import {
  type WebInstallation,
  addService,
  apply,
  ask,
  askToApply,
  putFile,
  startWeb,
  untilEnded,
} from "./installation.ts";
import { type Call, signIn } from "./panel.ts";

let web: WebInstallation;
before(async () => {
  web = await startWeb();
  await succeed(web.home, ["php", "add", "8.4"]);
});
after(() => web?.stop());

const customers = 4;
const rounds = 5;
const elsewhere = "https://world.example/";

/** Other than what is killed: runit starts it again. */
async function killed(service: string): Promise<void> {
  const before = pidOf(web.home, service);
  process.kill(before, "SIGKILL");
  await until(`${service} runs again`, 60, () => pidOf(web.home, service) !== before);
}

/** What visitors must see in the end, by address. */
type Shown = Map<string, string>;

/** What one sees there, in a word. */
async function shown(address: string): Promise<string> {
  const { status, headers, body } = await ask(web, `http://${address}`);
  if (headers.location !== undefined) return `${status} ${headers.location}`;
  if (body.includes(`<iframe src="${elsewhere}"`)) return "frame";
  if (/Dominio registrado/.test(body)) return "parking";
  return status === 200 ? body.trim() : String(status);
}

/** Ten changes of every kind. */
async function change(call: Call, reference: string, round: number, must: Shown): Promise<void> {
  const created = async (path: string, form: Readonly<Record<string, string>>) => {
    const { data } = await call(`${path}/create`, form);
    return data?.subdomain?.id ?? data?.redirection?.id ?? assert.fail(`Nothing was made by ${path}`);
  };
  const first = await created("subdomain", { subDomain: `a${round}`, folder: "/one" });
  const second = await created("subdomain", { subDomain: `b${round}`, folder: "/one" });
  await call(`subdomain/${second}/save`, { folder: "/two" });
  must.set(`b${round}.${reference}/`, "two");
  const { data } = await call(`subdomain/${first}/delete`);
  must.set(`a${round}.${reference}/`, "404");
  if (round % 2 === 1) {
    await call(`subdomain/undo/${data?.undo}`, {});
    must.set(`a${round}.${reference}/`, "one");
  } else {
    await created("redirection", { subDomain: `c${round}`, urlRedir: `${elsewhere}host` });
    must.set(`c${round}.${reference}/any`, `301 ${elsewhere}host`);
  }
  const path = { subDomain: "", recurso: `/p${round}`, urlRedir: `${elsewhere}path`, redirType: "302" };
  const byPath = await created("redirection", path);
  const frame = { subDomain: `f${round}`, urlRedir: elsewhere, redirType: "frame" };
  await created("redirection", frame);
  must.set(`f${round}.${reference}/`, "frame");
  await call(`redirection/${byPath}/delete`);
  must.set(`${reference}/p${round}`, "404");
  const version = round % 2 === 0 ? "8.4" : "8.2";
  await call("php", { phpVersion: version });
  must.set(`${reference}/version.php`, version);
  await call(`parking/${round % 2 === 0 ? "active" : "disable"}`);
}

/** A parked service shows one page at every path of its sites; redirections go on. */
function park(must: Shown, reference: string): void {
  for (const [address, what] of must)
    if (/^(one|two)$/.test(what) || (address.startsWith(reference) && !what.startsWith("30")))
      must.set(address, "parking");
}

test("kill -9 of the worker and of nginx in the middle of 200 changes of every kind loses none and leaves none half done", async () => {
  const must: Shown = new Map();
  let acknowledged = 0;
  const kills: Promise<void>[] = [];
  const victims = new Map([
    [50, "worker"],
    [90, "web"],
    [120, "worker"],
    [150, "php"],
    [170, "web"],
  ]);
  const ids = await Promise.all(
    Array.from({ length: customers }, (_, number) => addService(web.db, `kill${number}.test`)),
  );
  await Promise.all(ids.map((id) => apply(web.db, id)));
  const customer = async (id: number, number: number) => {
    const reference = `kill${number}.test`;
    const own: Shown = new Map();
    for (const folder of ["one", "two"]) await putFile(web, id, `${folder}/index.html`, folder);
    await putFile(web, id, "public_html/version.php", "<?php echo substr(PHP_VERSION, 0, 3);");
    const signedIn = await signIn(web, id);
    const call: Call = async (path, form) => {
      const reply = await signedIn(path, form);
      acknowledged += 1;
      const victim = victims.get(acknowledged);
      if (victim !== undefined) kills.push(killed(victim));
      return reply;
    };
    for (let round = 0; round < rounds; round += 1) await change(call, reference, round, own);
    if (number === 0) park(own, reference);
    else await call("parking/disable");
    for (const [address, what] of own) must.set(address, what);
  };
  await Promise.all(ids.map(customer));
  await Promise.all(kills);
  assert.ok(acknowledged >= customers * rounds * 10, `${acknowledged}`);

  await until("every job has ended", 120, async () => {
    const { rows } = await web.db.query<{ open: number; failed: number }>(
      `select count(*) filter (where state in ('queued', 'running'))::int as open,
              count(*) filter (where state = 'failed')::int as failed from atrio.job where kind = 'web.apply'`,
    );
    assert.equal(rows[0]!.failed, 0);
    return rows[0]!.open === 0;
  });
  await until("nginx answers", 60, () =>
    ask(web, "http://kill1.test/").then(
      () => true,
      () => false,
    ),
  );
  for (const [address, what] of must) assert.deepEqual([address, await shown(address)], [address, what]);

  const left = readdirSync(join(web.home, "web/generations"));
  assert.equal(left.length, 1, `configurations that nobody uses: ${left.join(", ")}`);
  // what is said now is what each of the rows says: the same again changes nothing
  const inForce = () => readFileSync(join(web.home, "web/live/maps/site.map"), "utf8");
  const before = inForce();
  for (const id of ids) await untilEnded(web.db, await askToApply(web.db, id));
  assert.equal(inForce(), before);
});
