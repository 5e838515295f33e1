/**
 * Takes back what one journal entry of a domain says was changed: by an order for the opposite, where the domain is still
 * as the entry left it. It needs the permission that the change itself needed.
 */
import { isDeepStrictEqual } from "node:util";
import { type Calls, type HoldingNeeds, type KeyLevels, allows, calls, contactRoles } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import * as z from "zod/mini";
import type { Change, Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Granted, Outcome, PreparedHandler } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { actorOf } from "../../http/run-change.ts";
import type { RegistryContacts, SecDns } from "../../registry/backend.ts";
import { type Mirror, readMirror } from "../../registry/mirror.ts";
import { type DomainParts, domainParts } from "../../registry/parts.ts";
import type { OrderKind } from "../../registry/order.ts";
import { sameNames, secDnsKey } from "../../registry/same.ts";
import type { DnsKey } from "../dnssec/keys.ts";
import { keyTagOf } from "../dnssec/records.ts";
import { fits, servedKeys } from "../dnssec/served-keys.ts";
import type { Reach } from "../nameserver/candidate.ts";
import { countQuestions } from "../session/questions.ts";
import { lockDomain, refuseClosed } from "./lock.ts";
import { type OrderWish, afterOrder, placeOrder } from "./order.ts";
import { showDomain } from "./shown.ts";

interface Entry {
  readonly before: DomainParts;
  readonly after: DomainParts;
}
type Opposite = { [K in OrderKind]: Omit<OrderWish<K>, "act" | "item"> }[OrderKind];
interface Reversal {
  readonly order: Opposite;
  readonly needs: readonly HoldingNeeds[];
}

const cannot = (): never => refuse("conflict", { message: "domain.undo_not" });

const journalEntry = z.object({
  act: z.string(),
  item: z.nullable(z.string()),
  before: domainParts,
  after: domainParts,
});
type JournalEntry = z.infer<typeof journalEntry>;

async function findEntry({ db }: Read, holdingId: number, id: number): Promise<JournalEntry> {
  const entry = await db
    .selectFrom("atrio.journal")
    .select(["act", "item", "before", "after"])
    .where("id", "=", id)
    .where("holding_id", "=", holdingId)
    .where("area", "=", "domain")
    // what was done before a transfer was another owner's, and so is what it shows
    .where("id", ">", (journal) =>
      journal
        .selectFrom("atrio.journal")
        .select(({ fn }) => fn.coalesce(fn.max("id"), sql<number>`0`).as("id"))
        .where("holding_id", "=", holdingId)
        .where("area", "=", "domain")
        .where("act", "=", "transfer"),
    )
    .executeTakeFirst();
  const read = z.safeParse(journalEntry, entry ?? refuse("notFound"));
  return read.success ? read.data : cannot();
}

const nameOf = ({ name }: { readonly name: string }): string => name;

/** Of a list: what came is there as it came, and what went has not come back. */
function isStill<T>(
  before: readonly T[] = [],
  after: readonly T[] = [],
  now: readonly T[],
  keyOf: (one: T) => string,
): boolean {
  const current = new Map(now.map((one) => [keyOf(one), one]));
  const came = new Set(after.map(keyOf));
  return (
    after.every((one) => isDeepStrictEqual(current.get(keyOf(one)), one)) &&
    before.every((one) => came.has(keyOf(one)) || !current.has(keyOf(one)))
  );
}

const sameServers = (after: DomainParts["nameservers"], { mode, names }: Mirror["nameservers"]): boolean =>
  after === undefined || (after.mode === mode && sameNames(after.names, names));

function isAsLeft({ before, after }: Entry, now: Mirror): boolean {
  const switches = ["blocked", "transferLocked", "whoisPrivate"] as const;
  return (
    switches.every((part) => after[part] === undefined || after[part] === now[part]) &&
    sameServers(after.nameservers, now.nameservers) &&
    isStill(before.hosts, after.hosts, now.hosts, nameOf) &&
    isStill(before.secDns, after.secDns, now.secDns, secDnsKey) &&
    contactRoles.every(
      (role) =>
        after.contacts?.[role] === undefined ||
        isDeepStrictEqual(after.contacts[role], now.contacts[role] ?? null),
    )
  );
}

const { nameserverEdit, glueCreate, dnssecCreate, contactOwnerSave, contactSave } = calls;

function ofContacts({ before }: Entry): Reversal {
  const roles = contactRoles.filter((role) => before.contacts?.[role] !== undefined);
  const contacts = Object.fromEntries(
    // a registry has no way to take a contact away
    roles.map((role) => [role, before.contacts?.[role] ?? cannot()] as const),
  ) satisfies RegistryContacts;
  const needs = roles.map((role) => (role === "registrant" ? contactOwnerSave.needs : contactSave.needs));
  return { order: { kind: "contacts", wanted: { contacts } }, needs };
}

function ofHosts({ before, after }: Entry): Reversal {
  const needs = [glueCreate.needs];
  const [was] = before.hosts ?? [];
  const [is] = after.hosts ?? [];
  if (was) return { order: { kind: "putHost", wanted: was, subject: was.name }, needs };
  const { name } = is ?? cannot();
  return { order: { kind: "deleteHost", wanted: { name }, subject: name }, needs };
}

function ofServers({ nameservers }: DomainParts): Reversal {
  const { mode, names } = nameservers ?? cannot();
  const wanted = mode === "default" ? ({ mode } as const) : ({ mode, nameservers: names } as const);
  return { order: { kind: "nameservers", wanted }, needs: [nameserverEdit.needs] };
}

const switched = (
  kind: "block" | "transferLock" | "privacy",
  on: boolean | undefined,
  { needs }: { readonly needs: HoldingNeeds },
): Reversal => ({ order: { kind, wanted: { on: on ?? cannot() } }, needs: [needs] });

/** By the part that differs. A domain's status may change with its name servers; it is not ours to set. */
const reversals: Readonly<Partial<Record<keyof DomainParts, (entry: Entry) => Reversal>>> = {
  nameservers: ({ before }) => ofServers(before),
  blocked: ({ before }) => switched("block", before.blocked, calls.domainToggleBlock),
  transferLocked: ({ before }) =>
    switched("transferLock", before.transferLocked, calls.domainToggleTransferBlock),
  whoisPrivate: ({ before }) => switched("privacy", before.whoisPrivate, calls.domainToggleWhoisPrivacy),
  hosts: ofHosts,
  secDns: ({ before, after }) => ({
    order: { kind: "dnssec", wanted: { add: before.secDns ?? [], remove: after.secDns ?? [] } },
    needs: [dnssecCreate.needs],
  }),
  contacts: ofContacts,
};

function reversalOf(entry: Entry): Reversal {
  const parts = Object.keys(entry.after).filter((part) => part !== "status");
  const [reversal, other] = Object.entries(reversals).filter(([part]) => parts.includes(part));
  if (!reversal || other || parts.length !== 1) return cannot();
  return reversal[1](entry);
}

/** No server that could be asked shows the key: with the record back, nobody who validates would reach the domain. */
function refuseKeyless(name: string, records: readonly SecDns[], keys: readonly DnsKey[] | null): void {
  const record = keys && records.find((one) => !keys.some((key) => fits(name, one, key)));
  if (!record) return;
  const values = { keytag: keyTagOf(record) };
  refuse("conflict", { message: { key: "dnssec.undo_no_key", values } });
}

async function undoEntry(
  db: Kysely<DB>,
  change: Change,
  holding: Granted<KeyLevels>,
  { act, item, ...entry }: JournalEntry,
): Promise<Outcome<Calls["domainUndo"]>> {
  const locked = await lockDomain(change, holding);
  const { order, needs } = reversalOf(entry);
  if (!needs.every((one) => allows(holding.permissions, one))) refuse("forbidden");
  // what the switch ordered is taken back by turning it
  if (act === "dnssecToggle") cannot();
  const unblocks = order.kind === "block";
  refuseClosed(unblocks ? { ...locked, blocked: false } : locked);
  const mirror = (await readMirror(change.db, holding.id)) ?? refuse("notFound");
  if (!isAsLeft(entry, mirror)) refuse("conflict", { message: "domain.undo_changed" });
  const placed = await placeOrder(change, holding, {
    ...order,
    act: "domainUndo",
    item: item ?? locked.name,
  });
  const after = afterOrder(db, placed, "domain.undone", async (read, undo) => ({
    domain: await showDomain(read, holding),
    undo,
  }));
  const data = { domain: await showDomain(change, holding), undo: null };
  return { data, info: "domain.requested", job: placed.job, after };
}

export const undoHandler = (db: Kysely<DB>, reach: Reach): PreparedHandler<Calls["domainUndo"]> => ({
  prepare: async ({ read, holding, params, user, http }) => {
    const { id, reference: name } = holding;
    const { before } = await findEntry(read, id, params.jid);
    if (before.secDns?.length && allows(holding.permissions, dnssecCreate.needs)) {
      await countQuestions(db, actorOf({ user, http }), "dnssec");
      refuseKeyless(name, before.secDns, await servedKeys(read, id, name, reach));
    }
    return async ({ change, holding: granted }) =>
      undoEntry(db, change, granted, await findEntry(change, id, params.jid));
  },
});
