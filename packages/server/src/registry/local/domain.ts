/** A domain of the local registry, locked, and what its statuses allow (RFC 5731, 2.3). */
import { type DomainStatus, isExpired } from "@atrio/contract/domain-status.ts";
import { type Kysely, type Transaction, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { type DomainRef, type RegistryContacts, RegistryError } from "../backend.ts";

export interface LocalDomain {
  readonly name: string;
  readonly tld: string;
  readonly account: string;
  readonly registeredAt: Date;
  readonly expiresAt: Date;
  readonly statuses: readonly string[];
  readonly authHash: Buffer | null;
  readonly authExpiresAt: Date | null;
  /** Of the code by which the domain came to its account, until there is another. */
  readonly usedHash: Buffer | null;
  readonly private: boolean;
  readonly contacts: RegistryContacts;
}

const day = 86_400_000;
/** Of most generic top-level domains: 30 days to renew (of up to 45), 30 of redemption (RFC 3915), 5 until it is gone. */
const renewGraceDays = 30;
const redemptionDays = 30;

function expiredStatus(expiresAt: Date): DomainStatus | undefined {
  const days = (Date.now() - expiresAt.getTime()) / day;
  if (days < 0) return undefined;
  if (days < renewGraceDays) return "expired-renewgrace";
  return days < renewGraceDays + redemptionDays ? "expired-redemption" : "expired-pendingdelete";
}

const folded: readonly [DomainStatus, readonly string[]][] = [
  ["register-pending", ["pendingCreate"]],
  ["transfer-pending", ["pendingTransfer"]],
  ["expired-redemption", ["redemptionPeriod", "pendingRestore"]],
  ["expired-pendingdelete", ["pendingDelete"]],
];

/** One word for EPP's statuses, RFC 3915's periods and the date. */
export function foldStatus(
  { statuses, expiresAt }: Pick<LocalDomain, "statuses" | "expiresAt">,
  isDelegated: boolean,
): DomainStatus {
  const has = (...words: readonly string[]) => words.some((word) => statuses.includes(word));
  const said = folded.find(([, words]) => has(...words))?.[0] ?? expiredStatus(expiresAt);
  if (said) return said;
  if (has("clientHold", "serverHold")) return "hold";
  if (!isDelegated) return "inactive";
  return has("renewPeriod") ? "renewed" : "active";
}

export async function lockDomain(transaction: Transaction<DB>, { name }: DomainRef): Promise<LocalDomain> {
  const row = await readDomain(transaction, name, true);
  if (!row) throw new RegistryError("notFound", "domain.gone");
  return row;
}

export const readDomain = (
  db: Kysely<DB>,
  name: string,
  forUpdate = false,
): Promise<LocalDomain | undefined> =>
  db
    .selectFrom("registry.domain")
    .select([
      "name",
      "tld",
      "account",
      "registered_at as registeredAt",
      "expires_at as expiresAt",
      "statuses",
      "auth_hash as authHash",
      "auth_expires_at as authExpiresAt",
      "used_hash as usedHash",
      "private",
      sql<RegistryContacts>`contacts`.as("contacts"),
    ])
    .where("name", "=", name)
    .$if(forUpdate, (domain) => domain.forUpdate())
    .executeTakeFirst();

/** When a term began: one that is over already, a year before its end. */
export function startOf(expiresAt: Date): Date {
  const start = new Date();
  if (expiresAt > start) return start;
  start.setTime(expiresAt.getTime());
  start.setUTCFullYear(start.getUTCFullYear() - 1);
  return start;
}

/** EPP 2304: of all updates, only the removal of the client's own prohibition gets through it. */
export function refuseClosed({ statuses, expiresAt }: LocalDomain, removesBlock = false): void {
  const status = foldStatus({ statuses, expiresAt }, true);
  if (isExpired(status)) throw new RegistryError("status", "domain.expired");
  if (statuses.includes("serverUpdateProhibited"))
    throw new RegistryError("status", "domain.closed_by_registry");
  if (statuses.includes("clientUpdateProhibited") && !removesBlock)
    throw new RegistryError("status", "domain.blocked");
}

export function refuseLocked(domain: LocalDomain): void {
  const { statuses } = domain;
  if (statuses.includes("serverTransferProhibited"))
    throw new RegistryError("status", "domain.locked_by_registry");
  if (statuses.includes("clientTransferProhibited"))
    throw new RegistryError("status", "domain.transfer_locked");
  if (statuses.includes("pendingUpdate")) throw new RegistryError("status", "domain.owner_waits");
  refuseClosed(domain);
}

/** What may not be deleted. */
export function refuseKept({ statuses }: LocalDomain): void {
  if (statuses.includes("serverDeleteProhibited"))
    throw new RegistryError("status", "domain.closed_by_registry");
  if (statuses.includes("clientDeleteProhibited")) throw new RegistryError("status", "domain.blocked");
  if (statuses.includes("pendingUpdate")) throw new RegistryError("status", "domain.owner_waits");
}

/** With its hosts, if no other domain delegates to them (EPP 2305). */
export async function deleteDomain(transaction: Transaction<DB>, name: string): Promise<void> {
  const users = await sql`
    select from registry.delegation d join registry.host h on h.name = d.host
     where h.superordinate = ${name} and d.domain <> ${name} limit 1`.execute(transaction);
  if (users.rows.length > 0) throw new RegistryError("inUse", "glue.in_use");
  await transaction.deleteFrom("registry.delegation").where("domain", "=", name).execute();
  await transaction.deleteFrom("registry.host").where("superordinate", "=", name).execute();
  await transaction.deleteFrom("registry.domain").where("name", "=", name).execute();
}

/** Adds or takes away statuses. */
export async function setStatuses(
  transaction: Transaction<DB>,
  { name, statuses }: LocalDomain,
  words: readonly string[],
  on: boolean,
): Promise<void> {
  const others = statuses.filter((word) => !words.includes(word));
  await transaction
    .updateTable("registry.domain")
    .set({ statuses: on ? [...others, ...words] : others })
    .where("name", "=", name)
    .execute();
}
