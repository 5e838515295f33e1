/** A domain as its page shows it: the mirror, what waits at the registry, and what the registry can be asked for. */
import {
  type Domain,
  type DnssecType,
  type KeyLevels,
  type NameserverMode,
  type PendingChange,
  nameserversMax,
  nameserversMin,
} from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { Capabilities } from "../../registry/backend.ts";
import type { NameServerMode } from "../../registry/mirror.ts";
import type { OrderKind } from "../../registry/order.ts";

const modes: Readonly<Record<NameServerMode, NameserverMode>> = {
  keep: "mantenerDNS",
  default: "defaultDNS",
  own: "setDNS",
};

/** Orders that change nothing the page shows wait unseen. */
const pendingOf: Readonly<Record<OrderKind | "owner", PendingChange | null>> = {
  create: "create",
  nameservers: "nameservers",
  transferLock: "transferLock",
  block: "block",
  privacy: "privacy",
  dnssec: "dnssec",
  putHost: "glue",
  deleteHost: "glue",
  contacts: "contacts",
  owner: "owner",
  authCode: null,
  transfer: "transfer",
  refresh: null,
};

const dnssecTypeOf: Readonly<Record<Capabilities["dnssec"]["kind"], DnssecType | null>> = {
  ds: "digest",
  key: "pubkey",
  none: null,
};

/** What the registry takes, within what customers may set (specification 1, section 9). */
export const nameserverLimits = ({ nameservers: { min, max } }: Capabilities) => ({
  min: Math.max(min, nameserversMin),
  max: Math.min(max, nameserversMax),
});

/** Where no registry is responsible any more, nothing is offered. */
const offered = (capabilities: Capabilities | null): Domain["capabilities"] =>
  capabilities
    ? {
        transferBlock: capabilities.locks.transfer,
        block: capabilities.locks.block,
        whoisPrivacy: capabilities.privacy,
        authcode: capabilities.authCode !== "none",
        transferkey: true,
        nameservers: nameserverLimits(capabilities),
        glue: { ipv6: capabilities.glue.ipv6, max: capabilities.glue.maxHosts },
        ownerChange: capabilities.contacts.ownerChange,
        dnssec: dnssecTypeOf[capabilities.dnssec.kind],
      }
    : {
        transferBlock: false,
        block: false,
        whoisPrivacy: false,
        authcode: false,
        transferkey: false,
        nameservers: { min: nameserversMin, max: nameserversMax },
        glue: { ipv6: false, max: 0 },
        ownerChange: "none",
        dnssec: null,
      };

const openKinds = sql<Array<OrderKind | "owner">>`array(
  select distinct case when o.kind = 'contacts' and o.subject = 'registrant' then 'owner' else o.kind end
    from atrio.registry_order o
   where o.holding_id = d.holding_id and o.state in ('new', 'pending'))`;
const validSecrets = sql<string[]>`array(
  select kind from atrio.domain_secret s where s.holding_id = d.holding_id and s.expires_at > now())`;
const epoch = (column: "d.expires_at" | "d.registered_at") =>
  sql<number | null>`floor(extract(epoch from ${sql.ref(column)}))::bigint`;

export async function showDomain({ db }: Read, { id, permissions }: Granted<KeyLevels>): Promise<Domain> {
  const row = await db
    .selectFrom("atrio.domain as d")
    .leftJoin("atrio.registry_tld as t", (join) =>
      join.onRef("t.tld", "=", "d.tld").onRef("t.backend", "=", "d.backend"),
    )
    .select(["d.name", "d.status", "d.blocked", "d.transfer_locked", "d.transfer_locked_by_registry"])
    .select("d.closed_by_registry as closedByRegistry")
    .select(["d.whois_private", sql<NameServerMode>`d.name_server_mode`.as("mode")])
    .select([
      epoch("d.expires_at").as("expireTs"),
      epoch("d.registered_at").as("registeredTs"),
      openKinds.as("open"),
      validSecrets.as("secrets"),
      sql<Capabilities | null>`t.capabilities`.as("capabilities"),
    ])
    .where("d.holding_id", "=", id)
    .executeTakeFirst();
  if (!row) refuse("notFound");
  return {
    id,
    name: row.name,
    dns: modes[row.mode],
    status: row.status,
    expireTS: row.expireTs ?? 0,
    ts: row.registeredTs ?? 0,
    blocked: row.blocked,
    transferBlock: row.transfer_locked || row.transfer_locked_by_registry,
    whoisPrivacy: row.whois_private,
    transferBlockByRegistry: row.transfer_locked_by_registry,
    closedByRegistry: row.closedByRegistry,
    permissions,
    authcode: row.secrets.includes("authcode"),
    transferkey: row.secrets.includes("transferkey"),
    pending: [...new Set(row.open.flatMap((kind) => pendingOf[kind] ?? []))].toSorted(),
    capabilities: offered(row.capabilities),
  };
}
