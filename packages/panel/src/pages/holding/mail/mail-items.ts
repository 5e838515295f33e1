import type { Alias, Mailbox } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import type { MailFilter, MailKind } from "./mail-search.ts";

/** A row of the list. */
interface Row {
  readonly id: number;
  /** As the user reads it. */
  readonly address: string;
  /** Where its mail goes on to. */
  readonly targets: readonly string[];
}
export type MailItem =
  | (Row & { readonly kind: "account"; readonly mailbox: Mailbox })
  | (Row & { readonly kind: "alias"; readonly alias: Alias });

/** `ana@xn--bcher-kva.example` as people read it. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at + 1)}${toUnicode(address.slice(at + 1))}`;
}

/** The wire separates targets by commas. */
export const targetsOf = (list: string): string[] =>
  list
    .split(",")
    .map((target) => target.trim())
    .filter(Boolean);

const rowOf = (id: number, address: string, targets: string): Row => ({
  id,
  address: shownAddress(address),
  targets: targetsOf(targets).map(shownAddress),
});
/** ventas2 before ventas10. */
const inOrder = new Intl.Collator("en", { numeric: true });
const byAddress = (a: Row, b: Row): number => inOrder.compare(a.address, b.address);

/** Mailboxes first, each kind by its addresses. */
export const itemsOf = (mailboxes: readonly Mailbox[], aliases: readonly Alias[]): MailItem[] => [
  ...mailboxes
    .map((mailbox) => ({
      kind: "account" as const,
      mailbox,
      ...rowOf(mailbox.id, mailbox.user, mailbox.forward),
    }))
    .toSorted(byAddress),
  ...aliases
    .map((alias) => ({
      kind: "alias" as const,
      alias,
      ...rowOf(alias.id, alias.referencePunycode, alias.name),
    }))
    .toSorted(byAddress),
];

/** Where mail for a target arrives: what follows the `+` is for its owner. */
export const routeOf = (target: string): string => target.replace(/(?<=[^@+])\+[^@]*@/, "@");

/** The others that send their mail on to this address. */
export const ledTo = (items: readonly MailItem[], address: string): string[] =>
  items
    .filter(({ targets }) => targets.some((target) => routeOf(target) === address))
    .map((item) => item.address)
    .filter((other) => other !== address);

/** The targets in the domain that none of all its items is: mail for them goes back to who sent it. */
export function missingTargets(items: readonly MailItem[], domain: string): ReadonlySet<string> {
  const there = new Set(items.map(({ address }) => address));
  const targets = items.flatMap((item) => item.targets);
  return new Set(targets.filter((target) => target.endsWith(`@${domain}`) && !there.has(routeOf(target))));
}

/** An address is found by its own parts and by those of where its mail goes. */
function matches({ address, targets }: Row, q: string): boolean {
  const wanted = q.trim().toLowerCase();
  return [address, ...targets].some((text) => text.includes(wanted));
}

/** What the filter leaves, and how many of each kind its text leaves. */
export function filterItems(items: readonly MailItem[], { q = "", type }: MailFilter) {
  const found = items.filter((item) => matches(item, q));
  const countOf = (kind: MailKind) => found.filter((item) => item.kind === kind).length;
  return {
    shown: found.filter(({ kind }) => type === undefined || kind === type),
    counts: { account: countOf("account"), alias: countOf("alias") },
  };
}
