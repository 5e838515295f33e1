/** The domain that a change is about, held still until the commit. */
import { type DomainStatus, type KeyLevels, isExpired } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { Capabilities } from "../../registry/backend.ts";
import { tldOf } from "../../registry/responsible.ts";

export interface LockedDomain {
  readonly name: string;
  readonly status: DomainStatus;
  readonly blocked: boolean;
  readonly closedByRegistry: boolean;
  /** Null: nobody is responsible for its top-level domain any more. */
  readonly capabilities: Capabilities | null;
}

export async function lockDomain({ db }: Change, { id }: Granted<KeyLevels>): Promise<LockedDomain> {
  const { rows } = await sql<LockedDomain>`
    select d.name, d.status, d.blocked, d.closed_by_registry as "closedByRegistry", t.capabilities
      from atrio.lock_domain(${id}) d left join atrio.registry_tld t using (tld, backend)`.execute(db);
  return rows[0] ?? refuse("notFound");
}

/** A service may have no domain. */
export async function requireDomain({ db }: Read, { id }: Granted<KeyLevels>): Promise<void> {
  const domain = await db
    .selectFrom("atrio.domain")
    .select("holding_id")
    .where("holding_id", "=", id)
    .executeTakeFirst();
  if (!domain) refuse("notFound");
}

/** For every change but the removal of the block itself. */
export function refuseClosed({
  blocked,
  closedByRegistry,
  status,
}: {
  readonly blocked: boolean;
  readonly closedByRegistry: boolean;
  readonly status: string;
}): void {
  if (isExpired(status)) refuse("conflict", { message: "domain.expired" });
  if (status.startsWith("register-")) refuse("conflict", { message: "domain.not_registered" });
  if (closedByRegistry) refuse("conflict", { message: "domain.closed_by_registry" });
  if (blocked) refuse("conflict", { message: "domain.blocked" });
}

/** What its registry can be asked for; where none is responsible, nothing. */
export const capabilitiesOf = ({ capabilities }: LockedDomain): Capabilities =>
  capabilities ?? refuse("conflict", { message: "domain.no_registry" });

/** Its registry has no such thing. */
export function refuseNotOffered({ name }: { readonly name: string }): never {
  const tld = tldOf(name);
  return refuse("conflict", { message: { key: "domain.not_offered", values: { tld } } });
}
