/** A holding's domain, as it is ordered from the registry of its top-level domain. */
import type { Change } from "../../db/handles.ts";
import type { RegistryContacts } from "../../registry/backend.ts";
import { type NameServerMode, readMirror } from "../../registry/mirror.ts";
import type { OrderKind, Orders } from "../../registry/order.ts";
import { backendFor, tldOf } from "../../registry/responsible.ts";

/** Domains that no panel user has got by a transfer. */
const operatorAccount = "operator";

export interface DomainWanted {
  readonly contacts?: RegistryContacts;
}

interface NewHolding {
  readonly id: number;
  readonly reference: string;
  readonly domainExpiresAt: Date;
  readonly serviceKind: string | null;
}

/** No registry here has the top-level domain. */
export class UnknownTld extends Error {
  readonly tld: string;

  constructor(tld: string) {
    super(`No registry here has the top-level domain ${tld}.`);
    this.tld = tld;
  }
}

export async function orderRegistration(
  change: Change,
  { id, reference, domainExpiresAt, serviceKind }: NewHolding,
  { contacts = {} }: DomainWanted,
): Promise<void> {
  const tld = tldOf(reference);
  const backend = await backendFor(change.db, tld);
  if (backend === undefined) throw new UnknownTld(tld);
  const mode: NameServerMode = serviceKind === null ? "keep" : "default";
  await change.db
    .insertInto("atrio.domain")
    .values({
      holding_id: id,
      name: reference,
      tld,
      backend,
      status: "register-pending",
      expires_at: domainExpiresAt,
      name_server_mode: mode,
    })
    .execute();
  await orderAsOperator(change, id, "create", { account: operatorAccount, contacts }, reference);
}

/** Once more, after the registry refused it or lost it. False where its domain waits for nothing of the kind. */
export async function registerAgain(change: Change, id: number, reference: string): Promise<boolean> {
  const domain = await readMirror(change.db, id);
  if (domain?.status !== "register-cancel") {
    change.unchanged();
    return false;
  }
  const { contacts } = domain;
  await orderAsOperator(change, id, "create", { account: operatorAccount, contacts }, reference);
  await change.record({
    holdingId: id,
    area: "holding",
    act: "holdingRegister",
    item: reference,
    before: null,
    after: null,
  });
  return true;
}

/** An order of the operator's own, who is told nothing but what its domain shows in the end. */
export async function orderAsOperator<K extends OrderKind>(
  { db, actor }: Change,
  holdingId: number,
  kind: K,
  wanted: Orders[K],
  item: string,
): Promise<void> {
  await db
    .insertInto("atrio.registry_order")
    .values({
      holding_id: holdingId,
      kind,
      subject: "name" in wanted && typeof wanted.name === "string" ? wanted.name : "",
      wanted: JSON.stringify(wanted),
      act: "holdingAdd",
      item,
      source: actor.source,
      username: actor.username,
    })
    .execute();
}
