/** Glue: hosts below a domain with their addresses, as the mirror shows them. The registry may keep more addresses than are shown. */
import type { GlueRecord, Message } from "@atrio/contract";
import { toUnicode } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { Capabilities, Host } from "../../registry/backend.ts";
import { capabilitiesOf, lockDomain, refuseClosed } from "../domain/lock.ts";
import { type PlacedOrder, placeOrder } from "../domain/order.ts";
import type { AddressRule } from "./addresses.ts";

type MayWrite = Granted<{ domain_gluerecords: "write" }>;

export interface Addresses {
  readonly ip?: string | undefined;
  readonly ipv6?: string | undefined;
}
interface StoredHost extends Host {
  readonly id: number;
}
export interface GlueOrder {
  readonly order: PlacedOrder | null;
  readonly host: Host;
}

const hostsOf = ({ db }: Read, holdingId: number) =>
  db
    .selectFrom("atrio.glue")
    .select([
      "id",
      "name",
      sql<string[]>`array(select host(address) from unnest(ipv4) as address)`.as("ipv4"),
      sql<string[]>`array(select host(address) from unnest(ipv6) as address)`.as("ipv6"),
    ])
    .where("holding_id", "=", holdingId);

export const listHosts = (read: Read, holdingId: number): Promise<StoredHost[]> =>
  hostsOf(read, holdingId).orderBy("name").execute();

export const findHost = (read: Read, holdingId: number, name: string): Promise<StoredHost | undefined> =>
  hostsOf(read, holdingId).where("name", "=", name).executeTakeFirst();

/** `id` 0: the registry has not made it yet. */
export const shown = ({ name, ipv4, ipv6 }: Host, domain: string, id: number): GlueRecord => ({
  id,
  name: toUnicode(name.slice(0, -domain.length - 1)),
  ip: ipv4[0] ?? null,
  ipv6: ipv6[0] ?? null,
});

const ofDomain = (change: Change, holding: MayWrite, id: number): Promise<StoredHost> =>
  hostsOf(change, holding.id)
    .where("id", "=", id)
    .executeTakeFirst()
    .then((host) => host ?? refuse("notFound"));

async function openDomain(change: Change, holding: MayWrite) {
  const domain = await lockDomain(change, holding);
  refuseClosed(domain);
  return { name: domain.name, capabilities: capabilitiesOf(domain) };
}

function refuseAddresses({ ip, ipv6 }: Addresses, rule: AddressRule, { glue }: Capabilities): void {
  const ipFault: Message | undefined =
    ip === undefined ? (glue.ipv4 === "required" ? "glue.ipv4_needed" : undefined) : rule(ip);
  const ipv6Fault: Message | undefined =
    ipv6 === undefined ? undefined : glue.ipv6 ? rule(ipv6) : "glue.ipv6_not_taken";
  if (!ipFault && !ipv6Fault) return;
  refuse("invalid", { fields: { ...(ipFault && { ip: ipFault }), ...(ipv6Fault && { ipv6: ipv6Fault }) } });
}

const longestName = 253;

const wrongName = (message: Message): never => refuse("invalid", { fields: { name: message } });
const inUse = (message: Message): never => refuse("conflict", { message });

/** Who pastes the whole name means that one. */
function hostName(typed: string, domain: string): string {
  if (typed === domain) wrongName({ key: "glue.itself", values: { domain: toUnicode(domain) } });
  const name = typed.endsWith(`.${domain}`) ? typed : `${typed}.${domain}`;
  if (name.length > longestName) wrongName({ key: "dns.name.long", values: { max: longestName } });
  return name;
}

async function refuseAsNew(
  change: Change,
  holding: MayWrite,
  name: string,
  { glue }: Capabilities,
): Promise<void> {
  const hosts = await listHosts(change, holding.id);
  if (hosts.some((host) => host.name === name))
    refuse("conflict", { fields: { name: { key: "glue.exists", values: { name: toUnicode(name) } } } });
  if (hosts.length >= glue.maxHosts) refuse("conflict", { message: "glue.too_many" });
}

export async function createHost(
  change: Change,
  holding: MayWrite,
  { name: typed, ...addresses }: Addresses & { readonly name: string },
  rule: AddressRule,
): Promise<GlueOrder> {
  const domain = await openDomain(change, holding);
  const name = hostName(typed, domain.name);
  refuseAddresses(addresses, rule, domain.capabilities);
  await refuseAsNew(change, holding, name, domain.capabilities);
  const { ip, ipv6 } = addresses;
  const host = { name, ipv4: ip === undefined ? [] : [ip], ipv6: ipv6 === undefined ? [] : [ipv6] };
  const wish = { kind: "putHost", subject: name, wanted: host, act: "glueCreate", item: name } as const;
  return { order: await placeOrder(change, holding, wish), host };
}

/** In place of the one that is shown; the others stay. */
const replaced = (addresses: readonly string[], shownNow: string | undefined): string[] => {
  const others = addresses.slice(1).filter((address) => address !== shownNow);
  return shownNow === undefined ? others : [shownNow, ...others];
};

export async function saveHost(
  change: Change,
  holding: MayWrite,
  id: number,
  addresses: Addresses,
  rule: AddressRule,
): Promise<GlueOrder> {
  const domain = await openDomain(change, holding);
  const { name, ipv4, ipv6 } = await ofDomain(change, holding, id);
  refuseAddresses(addresses, rule, domain.capabilities);
  const host = { name, ipv4: replaced(ipv4, addresses.ip), ipv6: replaced(ipv6, addresses.ipv6) };
  if (host.ipv4.join() === ipv4.join() && host.ipv6.join() === ipv6.join()) {
    change.unchanged();
    return { order: null, host };
  }
  const wish = { kind: "putHost", subject: name, wanted: host, act: "glueSave", item: name } as const;
  return { order: await placeOrder(change, holding, wish), host };
}

/** Whoever uses it as a name server lets go of it first: without its address that domain might not be reached any more. */
async function refuseInUse(change: Change, holding: MayWrite, userId: number, host: string): Promise<void> {
  const user = await change.db
    .selectFrom("atrio.domain as d")
    .leftJoin("atrio.holding_grant as g", (join) =>
      join.onRef("g.holding_id", "=", "d.holding_id").on("g.user_id", "=", userId),
    )
    .select(["d.holding_id", "d.name", "g.user_id"])
    .where(sql<boolean>`d.name_servers @> array[${host}]::text[]`)
    // the one that the user can do something about
    .orderBy(sql`d.holding_id = ${holding.id}`, "desc")
    .orderBy(sql`g.user_id is not null`, "desc")
    .orderBy("d.name")
    .limit(1)
    .executeTakeFirst();
  if (!user) return;
  const name = toUnicode(host);
  if (user.holding_id === holding.id) inUse({ key: "glue.used_here", values: { name } });
  if (user.user_id === null) inUse({ key: "glue.used_elsewhere", values: { name } });
  inUse({ key: "glue.used_by", values: { name, domain: toUnicode(user.name) } });
}

export async function deleteHost(
  change: Change,
  holding: MayWrite,
  userId: number,
  id: number,
): Promise<PlacedOrder> {
  await openDomain(change, holding);
  const { name } = await ofDomain(change, holding, id);
  await refuseInUse(change, holding, userId, name);
  const wish = {
    kind: "deleteHost",
    subject: name,
    wanted: { name },
    act: "glueDelete",
    item: name,
  } as const;
  return placeOrder(change, holding, wish);
}
