/** Host objects and what domains delegate to (RFC 5732). */
import { isIPv4, isIPv6 } from "node:net";
import { type Kysely, type Transaction, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { type Capabilities, type Host, RegistryError, type RegistryField } from "../backend.ts";
import type { LocalDomain } from "./domain.ts";

export async function readNameservers(db: Kysely<DB>, domain: string): Promise<string[]> {
  const rows = await db
    .selectFrom("registry.delegation")
    .select("host")
    .where("domain", "=", domain)
    .orderBy("position")
    .execute();
  return rows.map(({ host }) => host);
}

const addresses = (column: "ipv4" | "ipv6") =>
  sql<string[]>`array(select host(a) from unnest(${sql.ref(column)}) a)`.as(column);

export const readHosts = (db: Kysely<DB>, domain: string): Promise<Host[]> =>
  db
    .selectFrom("registry.host")
    .select(["name", addresses("ipv4"), addresses("ipv6")])
    .where("superordinate", "=", domain)
    .orderBy("name")
    .execute();

interface KnownHost {
  readonly name: string;
  readonly position: number;
  readonly isBelowOurs: boolean;
  readonly exists: boolean;
}

/** Which of these names lie below a top-level domain of ours, and which are host objects already. */
async function lookUp(transaction: Transaction<DB>, names: readonly string[]): Promise<KnownHost[]> {
  const { rows } = await sql<KnownHost>`
    select n.name, n.position::int as position, h.name is not null as exists,
           exists (select from registry.tld t where n.name like '%.' || t.name) as "isBelowOurs"
      from unnest(${[...names]}::text[]) with ordinality n (name, position)
      left join registry.host h on h.name = n.name
     order by n.position`.execute(transaction);
  return rows;
}

const fieldOf = (position: number): string => `nameservers.${position - 1}`;

/** EPP 2303, 2306: a host below a domain of this registry is made with its addresses, before it is used. */
function refuseUnknown(hosts: readonly KnownHost[]): void {
  const fields = hosts
    .filter(({ isBelowOurs, exists }) => isBelowOurs && !exists)
    .map(({ position }): RegistryField => ({ name: fieldOf(position), message: "nameserver.needs_address" }));
  if (fields.length > 0) throw new RegistryError("policy", "nameserver.refused", { fields });
}

export function refuseCount(count: number, { nameservers: { min, max } }: Capabilities): void {
  if (count === 0 || (count >= min && count <= max)) return;
  const message = "nameserver.count_refused";
  throw new RegistryError("policy", message, { fields: [{ name: "nameservers", message }] });
}

/** Hosts of other registries are bare names, made when they are first used. */
export async function delegateTo(
  transaction: Transaction<DB>,
  domain: string,
  names: readonly string[],
): Promise<void> {
  const hosts = await lookUp(transaction, names);
  refuseUnknown(hosts);
  const absent = hosts.filter(({ exists }) => !exists).map(({ name }) => name);
  // in one order for all, so that two that make the same ones do not wait for each other
  for (const name of absent.toSorted())
    await transaction
      .insertInto("registry.host")
      .values({ name })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
  await transaction.deleteFrom("registry.delegation").where("domain", "=", domain).execute();
  if (names.length > 0)
    await transaction
      .insertInto("registry.delegation")
      .values(names.map((host, index) => ({ domain, position: index + 1, host })))
      .execute();
}

function wrong(kind: "input" | "policy", field: string, message: string): never {
  throw new RegistryError(kind, message, { fields: [{ name: `host.${field}`, message }] });
}

function checkHost({ name }: LocalDomain, host: Host, { glue }: Capabilities): void {
  if (!host.name.endsWith(`.${name}`)) wrong("input", "name", "glue.name");
  if (host.ipv4.some((address) => !isIPv4(address))) wrong("input", "ipv4", "glue.address_required");
  if (host.ipv6.some((address) => !isIPv6(address))) wrong("input", "ipv6", "glue.address_required");
  if (host.ipv4.length === 0 && glue.ipv4 === "required") wrong("policy", "ipv4", "glue.ipv4_needed");
  if (host.ipv4.length + host.ipv6.length === 0) wrong("policy", "ipv4", "glue.address_required");
  if (host.ipv6.length > 0 && !glue.ipv6) wrong("policy", "ipv6", "glue.ipv6_not_taken");
}

export async function writeHost(
  transaction: Transaction<DB>,
  domain: LocalDomain,
  host: Host,
  capabilities: Capabilities,
): Promise<void> {
  checkHost(domain, host, capabilities);
  const changed = await sql`
    update registry.host set ipv4 = ${[...host.ipv4]}::inet[], ipv6 = ${[...host.ipv6]}::inet[]
     where name = ${host.name}`.execute(transaction);
  if (changed.numAffectedRows === 0n)
    await sql`
      insert into registry.host (name, ipv4, ipv6)
        values (${host.name}, ${[...host.ipv4]}::inet[], ${[...host.ipv6]}::inet[])`.execute(transaction);
}
