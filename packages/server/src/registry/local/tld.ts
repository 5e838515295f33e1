/** Top-level domains of the local registry, and what may be asked under them. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { type Capabilities, RegistryError } from "../backend.ts";

const columns = (db: Kysely<DB>) =>
  db.selectFrom("registry.tld").select([
    "name",
    sql<Capabilities>`jsonb_build_object(
      'dnssec', jsonb_build_object('kind', mode, 'algorithms', algorithms, 'digestTypes', digest_types,
                                   'flags', flags, 'max', max_sec_dns),
      'nameservers', jsonb_build_object('min', min_name_servers, 'max', max_name_servers),
      'glue', jsonb_build_object('kind', 'object', 'ipv4', glue_ipv4, 'ipv6', glue_ipv6, 'maxHosts', max_hosts),
      'locks', jsonb_build_object('transfer', transfer_lock, 'block', block),
      'privacy', privacy,
      'contacts', jsonb_build_object('roles', contact_roles, 'ownerChange', owner_change),
      'authCode', auth_code)`.as("capabilities"),
  ]);

export async function readTlds(db: Kysely<DB>): Promise<Map<string, Capabilities>> {
  const rows = await columns(db).execute();
  return new Map(rows.map(({ name, capabilities }) => [name, capabilities]));
}

export async function capabilitiesOf(db: Kysely<DB>, tld: string): Promise<Capabilities> {
  const row = await columns(db).where("name", "=", tld).executeTakeFirst();
  if (!row) throw new RegistryError("notFound", "domain.no_registry");
  return row.capabilities;
}

export function refuseUnoffered(isOffered: boolean): void {
  if (!isOffered) throw new RegistryError("unsupported", "domain.unsupported");
}
