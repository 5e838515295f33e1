/**
 * The switch with its job run by hand: name servers and a parent that show what the database says, caches skipped by clock.
 * Each test of the file that imports this has a domain of its own: `id`, `name`, and `user`, who may do everything.
 */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type DnssecStatus, permissionKeys } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import { type FakeNameServer, startNameServer } from "./fake-name-server.ts";
import { makeApp, type TestApp } from "./helpers/app.ts";
import type { TestUser } from "./helpers/user.ts";
import { startRegistrar, type TestRegistrar } from "./registrar.ts";
import { dsRecord, keyRecords, makeKey, signed, soaRecord, storedKey } from "./signed-zone.ts";
import { openDatabase, openPool } from "../src/db/pool.ts";
import type { DB } from "../src/db/schema.gen.ts";
import type { Again } from "../src/jobs/job.ts";
import { addressRule } from "../src/features/glue/addresses.ts";
import { worldLookUp } from "../src/features/nameserver/world.ts";
import { turnSwitch } from "../src/features/dnssec/switch-job.ts";
import { readSwitch } from "../src/features/dnssec/switch-state.ts";

const everything = Object.fromEntries(permissionKeys.map((key) => [key, "write" as const]));
export const dsTtl = 60;

export let panel: TestApp;
let worker: Kysely<DB>;
export let registrar: TestRegistrar;
let servers: FakeNameServer[];
export const silent = { zone: false, parent: false };
export let id: number;
export let name: string;
export let user: TestUser;
let domains = 0;

export async function storedKeys() {
  const { rows } = await sql<{ text: string; key: Buffer }>`
    select k.private_key as text, k.public_key as key from atrio.dns_key k join atrio.dns_zone z on z.id = k.zone_id
     where z.name = ${name} and k.active`.execute(panel.db);
  return rows.map(({ text, key }) => storedKey(text, key));
}

async function fromZone(type: string) {
  const keys = await storedKeys();
  const records = type === "DNSKEY" ? keyRecords(name, keys) : [soaRecord(name)];
  return { answers: keys.length === 0 || records.length === 0 ? records : signed(name, records, keys) };
}
export async function fromParent() {
  const { rows } = await sql<{ tag: number }>`
    select key_tag as tag from registry.sec_dns where domain = ${name}`.execute(panel.db);
  const keys = await storedKeys();
  return { answers: rows.length === 0 ? [] : [dsRecord(name, keys[0] ?? makeKey(), 2, dsTtl)] };
}

/** The registrar, which may have been stopped. */
export function goOn(): void {
  registrar = startRegistrar(panel);
}

before(async () => {
  panel = await makeApp();
  worker = openDatabase(openPool(panel.cluster.url("atrio_worker", panel.database), { max: 4 }));
  servers = [
    await startNameServer(({ type }) => fromZone(type)),
    await startNameServer(({ type }) => (silent.zone ? null : fromZone(type))),
    await startNameServer(() => (silent.parent ? null : fromParent())),
  ];
  for (const [at, { address, port }] of servers.entries())
    await (
      at === 2
        ? panel.db
            .insertInto("atrio.registry_server")
            .values({ backend: "local", name: "nic.test", address, port })
        : panel.db
            .insertInto("atrio.name_server")
            .values({ position: at + 1, name: `ns${at + 1}.names.example`, address, port })
    ).execute();
  goOn();
});
after(async () => {
  await registrar?.stop();
  await worker?.destroy();
  await panel?.stop();
  await Promise.all((servers ?? []).map((server) => server.close()));
});
beforeEach(async () => {
  Object.assign(silent, { zone: false, parent: false });
  name = `switch${++domains}.test`;
  ({ id } = await panel.addDomain(name));
  user = await panel.asUser({ [id]: everything });
});
afterEach(() => sql`delete from atrio.job where holding_id = ${id}`.execute(panel.db));

export const toggle = (value?: boolean) =>
  user.call("dnssecToggle", {
    params: { id },
    input: value === undefined ? {} : { value: value ? "1" : "0" },
  });
export const state = async () => (await readSwitch(panel, id))!;
export const switchOf = async (): Promise<DnssecStatus["switch"]> =>
  (await user.call("dnssecStatus", { params: { id } })).data.status.switch;

export const run = (job: number): Promise<Again | void> =>
  turnSwitch({ rule: addressRule([]), lookUp: worldLookUp() })({
    db: worker,
    id: job,
    holdingId: id,
    subjectId: id,
    signal: AbortSignal.timeout(20_000),
    progress: async () => {},
  });
export const jobNow = async (): Promise<number> => (await state()).jobId!;

/** As the queue does it, until the job has arrived or waits for more than a moment. Returns the seconds it waits. */
export async function work(): Promise<number | null> {
  for (let runs = 0; runs < 60; runs++) {
    const later = await run(await jobNow());
    if (!later) return null;
    const wait = (later.again.getTime() - Date.now()) / 1000;
    if (wait > 5) return Math.round(wait);
    await sleep(50);
  }
  throw new Error(JSON.stringify(await state()));
}
/** The caches have forgotten. */
export const wait = () =>
  sql`update atrio.dnssec_switch set signed_since = signed_since - interval '2 days',
             wait_until = wait_until - interval '2 days' where holding_id = ${id}`.execute(panel.db);

export async function switchOn(): Promise<void> {
  assert.equal((await toggle(true)).status, 200);
  await work();
  await wait();
  assert.equal(await work(), null);
  assert.equal((await state()).step, "on");
}

export const refusal = async (on: boolean): Promise<string> => {
  const { status, system, body } = await toggle(on);
  assert.equal(status, 409, body);
  return system.errors.join();
};
