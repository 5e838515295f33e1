/** What the operator may do to a domain as its registry: hold it, lock it, set its state, decide what is pending. */
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { RegistryContacts } from "../backend.ts";

/** Everything the registry holds of a domain but its auth code. */
export async function findRegistryDomain({ db }: Read, name: string) {
  const domain = await db
    .selectFrom("registry.domain")
    .select(["name", "tld", "account", "registered_at", "expires_at", "statuses", "private"])
    .select(sql<RegistryContacts>`contacts`.as("contacts"))
    .where("name", "=", name)
    .executeTakeFirst();
  if (!domain) return undefined;
  const [hosts, nameServers, secDns, pending] = await Promise.all([
    db
      .selectFrom("registry.host")
      .select(["name", sql<string[]>`array(select host(a) from unnest(ipv4 || ipv6) a)`.as("addresses")])
      .where("superordinate", "=", name)
      .orderBy("name")
      .execute(),
    db
      .selectFrom("registry.delegation")
      .select("host")
      .where("domain", "=", name)
      .orderBy("position")
      .execute(),
    db
      .selectFrom("registry.sec_dns")
      .select(["kind", "algorithm", "key_tag", "digest_type", "digest", "flags"])
      .select(sql<string | null>`translate(encode(public_key, 'base64'), E'\n', '')`.as("public_key"))
      .where("domain", "=", name)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("registry.pending_operation")
      .select(["reference", "account", "created_at"])
      .select(sql<RegistryContacts>`contacts`.as("contacts"))
      .where("domain", "=", name)
      .where("state", "=", "pending")
      .executeTakeFirst(),
  ]);
  return {
    ...domain,
    nameServers: nameServers.map(({ host }) => host),
    hosts,
    secDns,
    pending: pending ?? null,
  };
}
export type RegistryDomainShown = NonNullable<Awaited<ReturnType<typeof findRegistryDomain>>>;

/** As the constraint of registry.domain has them. */
export const domainStatusWords: readonly string[] = [
  "clientDeleteProhibited",
  "clientHold",
  "clientRenewProhibited",
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "serverDeleteProhibited",
  "serverHold",
  "serverRenewProhibited",
  "serverTransferProhibited",
  "serverUpdateProhibited",
  "pendingCreate",
  "pendingDelete",
  "pendingRenew",
  "pendingTransfer",
  "pendingUpdate",
  "addPeriod",
  "autoRenewPeriod",
  "renewPeriod",
  "transferPeriod",
  "redemptionPeriod",
  "pendingRestore",
];

export const serverHold = ["serverHold"] as const;
export const serverLocks = [
  "serverTransferProhibited",
  "serverUpdateProhibited",
  "serverDeleteProhibited",
] as const;

export interface DomainStateChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly expiresAt?: Date | undefined;
}

/** The registrar hears of it and reads the domain anew. Returns the statuses it has then; undefined: no such domain. */
export async function setDomainState(
  change: Change,
  act: string,
  name: string,
  { add, remove, expiresAt }: DomainStateChange,
): Promise<string[] | undefined> {
  const { db } = change;
  const before = await db
    .selectFrom("registry.domain")
    .select(["statuses", "expires_at"])
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirst();
  if (!before) {
    change.unchanged();
    return undefined;
  }
  const statuses = [...new Set([...before.statuses, ...add])].filter((status) => !remove.includes(status));
  const after = { statuses: statuses.toSorted(), expires_at: expiresAt ?? before.expires_at };
  if (
    after.statuses.join() === before.statuses.toSorted().join() &&
    after.expires_at.getTime() === before.expires_at.getTime()
  ) {
    change.unchanged();
    return after.statuses;
  }
  await db.updateTable("registry.domain").set(after).where("name", "=", name).execute();
  await db.insertInto("registry.message").values({ domain: name }).execute();
  await change.record({ holdingId: null, area: "registry", act, item: name, before, after });
  return after.statuses;
}

/** Decides the pending operation of a domain. Returns its reference; undefined where none is open. */
export async function settlePending(
  change: Change,
  name: string,
  approved: boolean,
  reason: string | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string | null }>`
    select registry.settle(${name}, ${approved}, ${reason}) as reference`.execute(change.db);
  const reference = rows[0]?.reference ?? undefined;
  if (reference === undefined) change.unchanged();
  else
    await change.record({
      holdingId: null,
      area: "registry",
      act: approved ? "registry domain approve" : "registry domain reject",
      item: name,
      before: { reference, state: "pending" },
      after: { reference, state: approved ? "done" : "refused", reason },
    });
  return reference;
}
