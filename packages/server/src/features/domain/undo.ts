/**
 * Takes back what one journal entry of a domain says was changed: by an order for the opposite, where the domain is still
 * as the entry left it. It needs the permission that the change itself needed.
 */
import { isDeepStrictEqual } from "node:util";
import { type Calls, type HoldingNeeds, type KeyLevels, allows, calls, contactRoles } from "@atrio/contract";
import type { Kysely } from "kysely";
import * as z from "zod/mini";
import type { Change, Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Granted, Outcome } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { RegistryContacts } from "../../registry/backend.ts";
import { type Mirror, readMirror } from "../../registry/mirror.ts";
import { type DomainParts, domainParts } from "../../registry/parts.ts";
import type { OrderKind } from "../../registry/order.ts";
import { sameNames, secDnsKey } from "../../registry/same.ts";
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

const entryShape = z.object({ item: z.nullable(z.string()), before: domainParts, after: domainParts });

async function findEntry({ db }: Read, holdingId: number, id: number) {
  const entry = await db
    .selectFrom("atrio.journal")
    .select(["item", "before", "after"])
    .where("id", "=", id)
    .where("holding_id", "=", holdingId)
    .where("area", "=", "domain")
    .executeTakeFirst();
  const read = z.safeParse(entryShape, entry ?? refuse("notFound"));
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

export async function undoEntry(
  db: Kysely<DB>,
  change: Change,
  holding: Granted<KeyLevels>,
  entryId: number,
): Promise<Outcome<Calls["domainUndo"]>> {
  const locked = await lockDomain(change, holding);
  const entry = await findEntry(change, holding.id, entryId);
  const { order, needs } = reversalOf(entry);
  if (!needs.every((one) => allows(holding.permissions, one))) refuse("forbidden");
  const unblocks = order.kind === "block";
  refuseClosed(unblocks ? { ...locked, blocked: false } : locked);
  const mirror = (await readMirror(change.db, holding.id)) ?? refuse("notFound");
  if (!isAsLeft(entry, mirror)) refuse("conflict", { message: "domain.undo_changed" });
  const placed = await placeOrder(change, holding, {
    ...order,
    act: "domainUndo",
    item: entry.item ?? locked.name,
  });
  const after = afterOrder(db, placed, "domain.undone", async (read, undo) => ({
    domain: await showDomain(read, holding),
    undo,
  }));
  const data = { domain: await showDomain(change, holding), undo: null };
  return { data, info: "domain.requested", job: placed.job, after };
}
