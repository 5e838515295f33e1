/** What a service comes with and uses. */
import {
  type KeyLevels,
  type ParkedService,
  type Service,
  allows,
  calls,
  phpVersions,
} from "@atrio/contract";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";

export interface StoredService {
  readonly parking: boolean;
  readonly phpVersion: string | null;
  readonly phpMinimum: string;
  readonly phpDefault: string;
  readonly installed: readonly string[];
  readonly spaceUsed: number;
  readonly spaceLimit: number | null;
  readonly trafficUsed: number;
  readonly trafficLimit: number | null;
  readonly databasesMax: number | null;
  readonly databaseLimit: number | null;
}

export async function readService({ db }: Read, holdingId: number): Promise<StoredService> {
  const { rows } = await sql<StoredService>`
    select w.parking, w.php_version as "phpVersion", w.php_minimum as "phpMinimum", p.php_default as "phpDefault",
           array(select version from atrio.php_version) as installed,
           w.space_bytes as "spaceLimit", coalesce(u.bytes, 0) as "spaceUsed",
           w.traffic_bytes as "trafficLimit",
           case when u.month = date_trunc('month', now() at time zone 'UTC')::date then u.traffic_bytes else 0 end as "trafficUsed",
           w.databases_max as "databasesMax", w.database_bytes as "databaseLimit"
      from atrio.web_service w cross join atrio.platform p
      left join atrio.web_usage u using (holding_id)
     where w.holding_id = ${holdingId}`.execute(db);
  return rows[0] ?? refuse("notFound");
}

const known = z.enum(phpVersions);

/** Versions are of two digits: their order is that of text. */
export const isFrom = (minimum: string) => (version: string) => version >= minimum;

const versionsOf = ({ phpMinimum, installed }: Pick<StoredService, "phpMinimum" | "installed">) =>
  phpVersions
    .filter((version) => version !== "default")
    .filter(isFrom(phpMinimum))
    .map((version) => ({ version, available: installed.includes(version) }));

export async function getService(read: Read, holding: Granted<KeyLevels>): Promise<Service> {
  const { id, reference, permissions, serviceKind } = holding;
  if (serviceKind === null) refuse("notFound");
  const stored = await readService(read, id);
  return {
    id,
    reference,
    permissions,
    frontendDbID: null,
    isRedirAndParking: serviceKind === "parking",
    parkingActive: stored.parking,
    phpversion: known.parse(stored.phpVersion ?? "default"),
    defaultPHPVersion: stored.phpDefault,
    phpminversion: stored.phpMinimum,
    phpVersions: versionsOf(stored),
    usage: {
      spaceWeb: { used: stored.spaceUsed, limit: stored.spaceLimit },
      traffic: { used: stored.trafficUsed, limit: stored.trafficLimit },
      spaceBbdd: { used: 0, limit: stored.databaseLimit },
      BBDD: { used: 0, limit: stored.databasesMax },
    },
    ftpHost: "",
    ddbbHost: "",
  };
}

/** Once it was set: what `serviceGet` would not tell the same user, this does not either. */
export async function getParked(
  read: Read,
  holding: Granted<KeyLevels>,
  parkingActive: boolean,
): Promise<ParkedService> {
  const { id, reference, permissions, serviceKind } = holding;
  if (allows(permissions, calls.serviceGet.needs)) return getService(read, holding);
  return { id, reference, permissions, isRedirAndParking: serviceKind === "parking", parkingActive };
}
