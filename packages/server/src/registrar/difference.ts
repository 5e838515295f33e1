/** What makes two states of a domain differ, in the words of the journal. */
import { isDeepStrictEqual } from "node:util";
import { contactRoles } from "@atrio/contract/contact.ts";
import type { RegistryContacts } from "../registry/backend.ts";
import type { Mirror, MirrorPart } from "../registry/mirror.ts";
import type { OrderKind } from "../registry/order.ts";
import { sameNames, secDnsKey } from "../registry/same.ts";

export interface Difference {
  readonly before: MirrorPart;
  readonly after: MirrorPart;
}

/** Members of `these` that `those` lack or have otherwise. */
function without<T>(these: readonly T[], those: readonly T[], keyOf: (one: T) => string): T[] {
  const others = new Map(those.map((one) => [keyOf(one), one]));
  return these.filter((one) => !isDeepStrictEqual(others.get(keyOf(one)), one));
}

const rolesThatDiffer = (these: RegistryContacts, those: RegistryContacts) =>
  contactRoles.filter((role) => !isDeepStrictEqual(these[role], those[role]));

function listsOf({ hosts, secDns, contacts }: Mirror, other: Mirror) {
  const roles = rolesThatDiffer(contacts, other.contacts);
  return {
    hosts: without(hosts, other.hosts, ({ name }) => name),
    secDns: without(secDns, other.secDns, secDnsKey),
    contacts: Object.fromEntries(roles.map((role) => [role, contacts[role] ?? null])),
  };
}

const sameNameServers = (is: Mirror["nameservers"], was: Mirror["nameservers"]): boolean =>
  is.mode === was.mode && sameNames(is.names, was.names);

const words = [
  "status",
  "expiresAt",
  "blocked",
  "transferLocked",
  "transferLockedByRegistry",
  "closedByRegistry",
  "whoisPrivate",
] as const;
const lists = ["hosts", "secDns", "contacts"] as const;

/** Undefined where nothing differs. */
export function differenceOf(was: Mirror, is: Mirror): Difference | undefined {
  const [gone, come] = [listsOf(was, is), listsOf(is, was)];
  const changed: ReadonlySet<keyof Mirror> = new Set([
    ...words.filter((part) => was[part] !== is[part]),
    ...(sameNameServers(is.nameservers, was.nameservers) ? [] : ["nameservers" as const]),
    ...lists.filter((part) => Object.keys(gone[part]).length + Object.keys(come[part]).length > 0),
  ]);
  return changed.size === 0
    ? undefined
    : { before: only({ ...was, ...gone }, changed), after: only({ ...is, ...come }, changed) };
}

const only = (mirror: MirrorPart, parts: ReadonlySet<keyof Mirror>): MirrorPart =>
  Object.fromEntries(Object.entries(mirror).filter(([part]) => [...parts].some((one) => one === part)));

/** What an order is answerable for; anything else that is found changed is the registry's own doing. */
const partsOf: Readonly<Record<OrderKind, readonly (keyof Mirror)[] | "all">> = {
  create: "all",
  nameservers: ["nameservers", "status"],
  transferLock: ["transferLocked"],
  block: ["blocked"],
  privacy: ["whoisPrivate"],
  dnssec: ["secDns"],
  putHost: ["hosts"],
  deleteHost: ["hosts"],
  contacts: ["contacts"],
  authCode: [],
  transfer: [],
  refresh: [],
};

/** The order's part of a difference, and the rest. */
export function shareOf(
  kind: OrderKind,
  { before, after }: Difference,
): { own: Difference | undefined; others: Difference | undefined } {
  const parts = partsOf[kind];
  const isOwn = (name: string) => parts === "all" || parts.some((part) => part === name);
  const pick = (wanted: (name: string) => boolean): Difference | undefined => {
    const of = (part: MirrorPart): MirrorPart =>
      Object.fromEntries(Object.entries(part).filter(([name]) => wanted(name)));
    return Object.keys(after).some(wanted) ? { before: of(before), after: of(after) } : undefined;
  };
  return { own: pick(isOwn), others: pick((name) => !isOwn(name)) };
}
