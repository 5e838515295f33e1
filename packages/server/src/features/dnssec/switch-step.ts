/**
 * One step of the switch. Each looks at what is so, and does what is missing; so it can be done again at any moment, and
 * turning round needs no plan of its own.
 *
 * On: keys → every name server signed → as long as caches may hold an unsigned answer → the DS → the parent shows it → the
 * chain holds. Off: the DS goes → the parent shows none → as long as caches may hold it → the keys go → every name server
 * unsigned.
 */
import type { Message } from "@atrio/contract";
import { sql } from "kysely";
import { inChange } from "../../db/change.ts";
import type { Actor, Change } from "../../db/handles.ts";
import type { JobRun } from "../../jobs/job.ts";
import type { SecDns } from "../../registry/backend.ts";
import { type OrderRefusal, registrySays } from "../../registry/order.ts";
import { sameSecDns } from "../../registry/same.ts";
import { signZone, unsignZone } from "../dns/dnssec.ts";
import { nameServers } from "../dns/expectation.ts";
import type { Reach } from "../nameserver/candidate.ts";
import { type Places, askParents, askZone, placesOf } from "./ask.ts";
import { type Delegation, type View, judgeChain, viewOf } from "./chain.ts";
import { type Subject, type Switch, notOurs, secDnsOf } from "./switch-state.ts";

/** What a step changes of the switch, and how many seconds later the next look is; 0: at once; null: it has arrived. */
export interface Moved {
  readonly set: Partial<Omit<Switch, "wanted" | "jobId" | "problem">> & { readonly problem?: Message | null };
  readonly pause: number | null;
}

const askMilliseconds = 2_000;
/** Seconds between looks at what changes by itself, at what does not, and after a refusal. */
const soon = 1;
const later = 10;
const afterRefusal = 60;
/** Clocks and TTLs count whole seconds. */
const margin = 1;

export interface Situation {
  readonly run: JobRun;
  readonly state: Switch;
  readonly subject: Subject;
  readonly reach: Reach;
}

const seconds = (): number => Math.floor(Date.now() / 1000);
const inSeconds = (count: number): Date => new Date(Date.now() + count * 1000);
const secondsUntil = (date: Date): number => Math.ceil((date.getTime() - Date.now()) / 1000);
const dayOfSeconds = 86_400;
const held = (problem: Message, pause = later): Moved => ({ set: { problem }, pause });

const actor: Actor = { source: "system", userId: null, username: null, ip: null, requestId: null };

/** A change as long as the switch is this job's still. */
const changeOwn = ({ run }: Situation, work: (change: Change) => Promise<unknown>): Promise<void> =>
  inChange(run.db, actor, async (change) => {
    const { rows } = await sql`
      select from atrio.dnssec_switch where holding_id = ${run.holdingId} and job_id = ${run.id}
         for update`.execute(change.db);
    if (rows.length > 0) await work(change);
    else change.unchanged();
  });

const views: Readonly<Record<Exclude<View, "signed">, (server: string) => Message>> = {
  unsigned: (server) => ({ key: "dnssec.still_unsigned", values: { server } }),
  silent: (server) => ({ key: "dnssec.chain_silent", values: { server } }),
};

/** Our name servers, each with what it shows of the zone. */
async function lookAtOurs({ run, subject }: Situation): Promise<Array<{ server: string; view: View }>> {
  const places = (await nameServers(run)).map((server) => ({ name: server.name, server }));
  const served = await askZone(places, subject.name, AbortSignal.timeout(askMilliseconds));
  const tags = subject.keys.map(({ keyTag }) => keyTag);
  return served.map((one) => ({ server: one.server, view: viewOf(subject.name, one, tags, seconds()) }));
}

async function longestTtl({ run }: Situation): Promise<number> {
  const { rows } = await sql<{ ttl: number }>`
    select coalesce(atrio.dns_zone_longest_ttl(z.id), 0) as ttl
      from atrio.dns_zone z where z.holding_id = ${run.holdingId}`.execute(run.db);
  return rows[0]?.ttl ?? 0;
}

async function sign(situation: Situation): Promise<Moved> {
  const { state, subject } = situation;
  const elsewhere = notOurs(subject);
  if (elsewhere !== null) return held(elsewhere);
  if (subject.keys.length === 0) {
    await changeOwn(situation, (change) => signZone(change, subject.name));
    return { set: { signedSince: null, waitUntil: null, problem: null }, pause: 0 };
  }
  for (const { server, view } of await lookAtOurs(situation))
    if (view !== "signed")
      return { set: { signedSince: null, waitUntil: null, problem: views[view](server) }, pause: soon };
  const signedSince = state.signedSince ?? new Date();
  const waitUntil = new Date(signedSince.getTime() + (margin + (await longestTtl(situation))) * 1000);
  const pause = secondsUntil(waitUntil);
  return pause > 0
    ? { set: { signedSince, waitUntil, problem: null }, pause }
    : { set: { signedSince, waitUntil: null, problem: null, step: "publishing" }, pause: 0 };
}

/** What came of the order that was placed, where it was refused. */
async function refusedOrder({ run, state }: Situation): Promise<Moved | null> {
  if (state.orderId === null) return null;
  const order = await run.db
    .selectFrom("atrio.registry_order")
    .select(sql<OrderRefusal | null>`refusal`.as("refusal"))
    .where("id", "=", state.orderId)
    .executeTakeFirst();
  if (!order?.refusal) return null;
  return { set: { orderId: null, problem: registrySays(order.refusal.message) }, pause: afterRefusal };
}

async function place(
  situation: Situation,
  wanted: { readonly add: readonly SecDns[]; readonly remove: readonly SecDns[] },
): Promise<Moved> {
  const { run, state, subject } = situation;
  const refused = await refusedOrder(situation);
  if (refused) return refused;
  if (subject.blocked) return held("domain.blocked");
  await changeOwn(situation, async (change) => {
    change.unchanged();
    const placed = await change.db
      .insertInto("atrio.registry_order")
      .values({
        holding_id: run.holdingId,
        kind: "dnssec",
        wanted: JSON.stringify(wanted),
        act: "dnssecToggle",
        item: subject.name,
        source: "system",
      })
      .onConflict((open) =>
        open.columns(["holding_id", "kind", "subject"]).where("state", "in", ["new", "pending"]).doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (!placed) return;
    // From now on the parent may show it at any moment.
    const ds_ttl = wanted.add.length > 0 && state.dsTtl === 0 ? dayOfSeconds : state.dsTtl;
    await change.db
      .updateTable("atrio.dnssec_switch")
      .set({ order_id: placed.id, ds_ttl })
      .where("holding_id", "=", run.holdingId)
      .execute();
  });
  return { set: { problem: null }, pause: soon };
}

interface Seen {
  readonly places: Places;
  readonly delegations: readonly Delegation[];
}
async function lookAtParent({ run, subject, reach }: Situation): Promise<Seen | null> {
  const signal = AbortSignal.timeout(askMilliseconds);
  const places = await placesOf(run, run.holdingId, reach, signal);
  if (!places) return null;
  return { places, delegations: await askParents(places.parent, subject.name, signal) };
}

/** Every server of the parent was heard. */
const isHeard = (seen: Seen | null): seen is Seen =>
  seen !== null && seen.delegations.length > 0 && seen.delegations.length === seen.places.parent.length;

const longestDsTtl = (delegations: readonly Delegation[]): number | null => {
  const ttls = delegations.flatMap(({ signers }) => signers.map(({ ttl }) => ttl));
  return ttls.length === 0 ? null : Math.max(...ttls);
};

async function publish(situation: Situation): Promise<Moved> {
  const { subject, state } = situation;
  const elsewhere = notOurs(subject);
  if (elsewhere !== null) return held(elsewhere);
  const { capabilities, keys, name } = subject;
  const wanted = keys.map((key) => capabilities && secDnsOf(name, key, capabilities));
  const missing = wanted.filter(
    (one): one is SecDns => one !== null && !subject.records.some((record) => sameSecDns(record, one)),
  );
  if (keys.length === 0) return { set: { step: "signing" }, pause: 0 };
  if (wanted.includes(null)) return held("dnssec.registry_without");
  if (missing.length > 0) return place(situation, { add: missing, remove: [] });
  const seen = await lookAtParent(situation);
  if (!isHeard(seen)) return held("dnssec.chain_parent_silent");
  const dsTtl = longestDsTtl(seen.delegations) ?? state.dsTtl;
  if (seen.delegations.some(({ signers }) => signers.length === 0))
    return { set: { dsTtl, orderId: null, problem: null }, pause: soon };
  const served = await askZone(seen.places.zone, name, AbortSignal.timeout(askMilliseconds));
  for (const delegation of seen.delegations) {
    const { state: judged, why } = judgeChain(name, delegation, served, seconds());
    if (judged !== "valid") return { set: { dsTtl, orderId: null, problem: why }, pause: soon };
  }
  return { set: { dsTtl, orderId: null, problem: null, step: "on" }, pause: null };
}

async function withdraw(situation: Situation): Promise<Moved> {
  const { subject, state } = situation;
  const seen = await lookAtParent(situation);
  const dsTtl = (seen && longestDsTtl(seen.delegations)) ?? state.dsTtl;
  if (subject.records.length > 0) {
    // The TTL has to be known before the DS is gone.
    if (dsTtl !== state.dsTtl) return { set: { dsTtl, waitUntil: null }, pause: 0 };
    return place(situation, { add: [], remove: subject.records });
  }
  if (!isHeard(seen)) return held("dnssec.chain_parent_silent");
  if (seen.delegations.some(({ signers }) => signers.length > 0))
    return { set: { dsTtl, waitUntil: null, orderId: null, problem: null }, pause: soon };
  const waitUntil = state.waitUntil ?? inSeconds(dsTtl === 0 ? 0 : dsTtl + margin);
  const pause = secondsUntil(waitUntil);
  return pause > 0
    ? { set: { waitUntil, orderId: null, problem: null }, pause }
    : { set: { waitUntil: null, orderId: null, problem: null, step: "unsigning" }, pause: 0 };
}

async function unsign(situation: Situation): Promise<Moved> {
  const { subject } = situation;
  if (subject.records.length > 0) return { set: { waitUntil: null, step: "withdrawing" }, pause: 0 };
  if (subject.keys.length > 0) {
    await changeOwn(situation, (change) => unsignZone(change, subject.name));
    return { set: { signedSince: null, dsTtl: 0, problem: null }, pause: 0 };
  }
  // With its service the zone may have gone too: no server of ours has it then.
  for (const { server, view } of subject.hasZone ? await lookAtOurs(situation) : []) {
    if (view === "silent") return { set: { problem: views.silent(server) }, pause: soon };
    if (view === "signed")
      return { set: { problem: { key: "dnssec.still_signed", values: { server } } }, pause: soon };
  }
  return { set: { signedSince: null, dsTtl: 0, problem: null, step: "off" }, pause: null };
}

const steps = { signing: sign, publishing: publish, withdrawing: withdraw, unsigning: unsign };

/** Nothing is decided while an order is open: the registry may do it, or the opposite, at any moment. */
export function moveOn(situation: Situation): Promise<Moved> | Moved {
  const { state, subject } = situation;
  if (state.step === "on" || state.step === "off") return { set: {}, pause: null };
  if (subject.ordered !== null)
    return { set: { problem: null }, pause: subject.ordered === "new" ? soon : later };
  return steps[state.step](situation);
}
