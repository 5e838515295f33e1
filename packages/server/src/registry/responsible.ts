/** Which registry a domain is, or would be, registered at. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";

/** Domains are one label below a top-level domain; that may have several labels itself. */
export const tldOf = (domain: string): string => domain.slice(domain.indexOf(".") + 1);

/** The backend for new domains; undefined: nobody has the top-level domain. One that is kept here may be unheard of yet. */
export async function backendFor(db: Kysely<DB>, tld: string): Promise<string | undefined> {
  const { rows } = await sql<{ backend: string }>`
    (select backend from atrio.registry_tld where tld = ${tld} order by position)
    union all select 'local' from registry.tld where name = ${tld} limit 1`.execute(db);
  return rows[0]?.backend;
}
