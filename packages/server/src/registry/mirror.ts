/**
 * The mirror of a domain: what its registry last said. Entries of the journal in area `domain` hold those parts of it that a
 * change touched, as they were and as they are.
 */
import type { ContactRole, DomainStatus } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { Host, RegistryContact, RegistryContacts, SecDns } from "./backend.ts";

export type NameServerMode = "keep" | "default" | "own";

export interface Mirror {
  readonly status: DomainStatus;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly nameservers: { readonly mode: NameServerMode; readonly names: readonly string[] };
  readonly blocked: boolean;
  readonly transferLocked: boolean;
  readonly transferLockedByRegistry: boolean;
  readonly closedByRegistry: boolean;
  readonly whoisPrivate: boolean;
  readonly hosts: readonly Host[];
  readonly secDns: readonly SecDns[];
  readonly contacts: RegistryContacts;
}

/** What differs, as registry/parts.ts reads it back: of lists the members, of contacts the roles, null where there is none. */
export type MirrorPart = Partial<Omit<Mirror, "contacts">> & {
  readonly contacts?: Readonly<Partial<Record<ContactRole, RegistryContact | null>>>;
};

/** A domain and what is asked of its registry about it. */
export interface MirroredDomain extends Mirror {
  readonly holdingId: number;
  readonly name: string;
  readonly tld: string;
  readonly backend: string;
  readonly remoteId: string | null;
  /** False until it is registered; one that the registry has lost since stays ours. */
  readonly isOurs: boolean;
}

const hosts = sql<Host[]>`coalesce((
  select jsonb_agg(jsonb_build_object('name', name, 'ipv4', array(select host(a) from unnest(ipv4) a),
                                      'ipv6', array(select host(a) from unnest(ipv6) a)) order by id)
    from atrio.glue g where g.holding_id = d.holding_id), '[]')`;

const secDns = sql<SecDns[]>`coalesce((
  select jsonb_agg(case kind
           when 'ds' then jsonb_build_object('kind', kind, 'keyTag', key_tag, 'algorithm', algorithm,
                                             'digestType', digest_type, 'digest', digest)
           else jsonb_build_object('kind', kind, 'flags', flags, 'protocol', protocol, 'algorithm', algorithm,
                                   'publicKey', public_key) end order by id)
    from atrio.dnssec_record r where r.holding_id = d.holding_id), '[]')`;

const contacts = sql<RegistryContacts>`coalesce((
  select jsonb_object_agg(role, jsonb_build_object('organization', organization, 'firstName', first_name,
           'lastName', last_name, 'identificationNumber', identification_number, 'email', email, 'phone', phone,
           'address', address, 'postalCode', postal_code, 'city', city, 'state', state, 'country', country))
    from atrio.domain_contact c where c.holding_id = d.holding_id), '{}')`;

export async function readMirror(db: Kysely<DB>, holdingId: number): Promise<MirroredDomain | undefined> {
  const row = await db
    .selectFrom("atrio.domain as d")
    .select([
      "d.holding_id as holdingId",
      "d.name",
      "d.tld",
      "d.backend",
      "d.remote_id as remoteId",
      sql<boolean>`d.status not like 'register-%' or d.registered_at is not null`.as("isOurs"),
      sql<DomainStatus>`d.status`.as("status"),
      "d.expires_at as expires",
      sql<NameServerMode>`d.name_server_mode`.as("mode"),
      "d.name_servers as names",
      "d.blocked",
      "d.transfer_locked as transferLocked",
      "d.transfer_locked_by_registry as transferLockedByRegistry",
      "d.closed_by_registry as closedByRegistry",
      "d.whois_private as whoisPrivate",
      hosts.as("hosts"),
      secDns.as("secDns"),
      contacts.as("contacts"),
    ])
    .where("d.holding_id", "=", holdingId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { expires, mode, names, ...rest } = row;
  return { ...rest, expiresAt: expires.toISOString(), nameservers: { mode, names } };
}
