/**
 * Writes what a registry says into the mirror. Rows are known by what they say (a host's name, a record's data), so those that
 * did not change keep their ids.
 */
import { contactRoles } from "@atrio/contract/contact.ts";
import { type Kysely, type Transaction, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type {
  Capabilities,
  DomainState,
  Host,
  RegistryContact,
  RegistryContacts,
  SecDns,
} from "../registry/backend.ts";
import type { Mirror, MirroredDomain, NameServerMode } from "../registry/mirror.ts";
import { sameNames } from "../registry/same.ts";
import { type Difference, differenceOf } from "./difference.ts";

/** What a registry does not know and the mirror keeps: whose name servers those are, and what it has no field for. */
export interface Kept {
  readonly nameServerMode?: NameServerMode | undefined;
  readonly contacts?: RegistryContacts | undefined;
  readonly hosts?: readonly Host[] | undefined;
}

/** Hosts that are attributes of a delegation are the mirror's own while they are no name servers. */
function mergeHosts(
  was: readonly Host[],
  said: readonly Host[],
  { hosts: wanted = was }: Kept,
  { kind }: Capabilities["glue"],
): readonly Host[] {
  if (kind !== "attribute") return said;
  const names = new Set(said.map(({ name }) => name));
  return [...said, ...wanted.filter(({ name }) => !names.has(name))];
}

/** A role that the registry does not hold is the mirror's own; a number that it has no field for too. */
function mergeContacts(
  was: RegistryContacts,
  said: RegistryContacts,
  { contacts: wanted = {} }: Kept,
  { roles }: Capabilities["contacts"],
): RegistryContacts {
  const merged = contactRoles.map((role): [string, RegistryContact | undefined] => {
    if (!roles.includes(role)) return [role, wanted[role] ?? was[role]];
    const contact = said[role];
    const number = contact?.identificationNumber || (wanted[role] ?? was[role])?.identificationNumber || "";
    return [role, contact && { ...contact, identificationNumber: number }];
  });
  return Object.fromEntries(merged.filter(([, contact]) => contact !== undefined));
}

/** Name servers that others changed are nobody's choice here. */
function modeOf(
  was: Mirror["nameservers"],
  said: readonly string[],
  { nameServerMode }: Kept,
): NameServerMode {
  return nameServerMode ?? (sameNames(was.names, said) ? was.mode : "keep");
}

export function mirrorOf(was: Mirror, said: DomainState, kept: Kept, capabilities: Capabilities): Mirror {
  return {
    status: said.status,
    expiresAt: said.expiresAt.toISOString(),
    nameservers: { mode: modeOf(was.nameservers, said.nameservers, kept), names: said.nameservers },
    blocked: said.locks.block,
    transferLocked: said.locks.transfer,
    transferLockedByRegistry: said.locks.transferByRegistry,
    closedByRegistry: said.locks.updateByRegistry,
    whoisPrivate: said.privacy,
    hosts: mergeHosts(was.hosts, said.hosts, kept, capabilities.glue),
    secDns: said.secDns,
    contacts: mergeContacts(was.contacts, said.contacts, kept, capabilities.contacts),
  };
}

async function writeDomain(db: Kysely<DB>, domain: MirroredDomain, said: DomainState, is: Mirror) {
  const { mode, names } = is.nameservers;
  await db
    .updateTable("atrio.domain")
    .set({
      refreshed_at: sql`now()`,
      backend: domain.backend,
      remote_id: said.remoteId,
      registered_at: said.registeredAt,
      name_server_mode: mode,
      name_servers: [...names],
      blocked: is.blocked,
      transfer_locked: is.transferLocked,
      transfer_locked_by_registry: is.transferLockedByRegistry,
      closed_by_registry: is.closedByRegistry,
      whois_private: is.whoisPrivate,
      ...(is.status === domain.status ? {} : { status: is.status }),
      ...(is.expiresAt === domain.expiresAt ? {} : { expires_at: said.expiresAt }),
    })
    .where("holding_id", "=", domain.holdingId)
    .execute();
}

async function writeHosts(db: Kysely<DB>, holdingId: number, gone: readonly Host[], come: readonly Host[]) {
  const stay = new Set(come.map(({ name }) => name));
  const names = gone.map(({ name }) => name).filter((name) => !stay.has(name));
  if (names.length > 0)
    await db
      .deleteFrom("atrio.glue")
      .where("holding_id", "=", holdingId)
      .where("name", "in", names)
      .execute();
  for (const { name, ipv4, ipv6 } of come)
    await sql`
      insert into atrio.glue (holding_id, name, ipv4, ipv6)
        values (${holdingId}, ${name}, ${[...ipv4]}::inet[], ${[...ipv6]}::inet[])
        on conflict (name) do update
          set holding_id = excluded.holding_id, ipv4 = excluded.ipv4, ipv6 = excluded.ipv6`.execute(db);
}

async function writeSecDns(
  db: Kysely<DB>,
  holdingId: number,
  gone: readonly SecDns[],
  come: readonly SecDns[],
) {
  for (const record of gone)
    await (
      record.kind === "ds"
        ? sql`
          delete from atrio.dnssec_record
           where holding_id = ${holdingId} and kind = 'ds' and key_tag = ${record.keyTag}
             and algorithm = ${record.algorithm} and digest_type = ${record.digestType} and digest = ${record.digest}`
        : sql`
          delete from atrio.dnssec_record
           where holding_id = ${holdingId} and kind = 'key' and flags = ${record.flags}
             and algorithm = ${record.algorithm} and public_key = ${record.publicKey}`
    ).execute(db);
  for (const record of come)
    await (
      record.kind === "ds"
        ? sql`
          insert into atrio.dnssec_record (holding_id, kind, algorithm, key_tag, digest_type, digest)
            values (${holdingId}, 'ds', ${record.algorithm}, ${record.keyTag}, ${record.digestType}, ${record.digest})`
        : sql`
          insert into atrio.dnssec_record (holding_id, kind, algorithm, key_tag, flags, protocol, public_key)
            values (${holdingId}, 'key', ${record.algorithm},
                    atrio.dns_key_tag(atrio.dns_key_rdata(${record.flags}, ${record.algorithm},
                                                          decode(${record.publicKey}, 'base64'))),
                    ${record.flags}, 3, ${record.publicKey})`
    ).execute(db);
}

async function writeContacts(db: Kysely<DB>, holdingId: number, { before, after }: Difference) {
  for (const role of contactRoles) {
    const contact = after.contacts?.[role];
    if (!contact && !before.contacts?.[role]) continue;
    if (!contact) {
      await db
        .deleteFrom("atrio.domain_contact")
        .where("holding_id", "=", holdingId)
        .where("role", "=", role)
        .execute();
      continue;
    }
    const { firstName, lastName, identificationNumber, postalCode, ...rest } = contact;
    const row = {
      ...rest,
      first_name: firstName,
      last_name: lastName,
      identification_number: identificationNumber,
      postal_code: postalCode,
    };
    await db
      .insertInto("atrio.domain_contact")
      .values({ holding_id: holdingId, role, ...row })
      .onConflict((conflict) => conflict.columns(["holding_id", "role"]).doUpdateSet(row))
      .execute();
  }
}

/** `was`, as it stands in the transaction. Returns what changed. */
export async function writeMirror(
  transaction: Transaction<DB>,
  was: MirroredDomain,
  said: DomainState,
  kept: Kept,
  capabilities: Capabilities,
): Promise<Difference | undefined> {
  const is = mirrorOf(was, said, kept, capabilities);
  const difference = differenceOf(was, is);
  await writeDomain(transaction, was, said, is);
  if (!difference) return undefined;
  const { before, after } = difference;
  await writeHosts(transaction, was.holdingId, before.hosts ?? [], after.hosts ?? []);
  await writeSecDns(transaction, was.holdingId, before.secDns ?? [], after.secDns ?? []);
  await writeContacts(transaction, was.holdingId, difference);
  return difference;
}
