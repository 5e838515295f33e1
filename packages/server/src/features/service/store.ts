/** What a service comes with, what it uses, and how it is served: its PHP, and whether it is parked. */
import { type KeyLevels, type PhpVersion, type Service, phpVersions } from "@atrio/contract";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { applyWeb } from "../../jobs/queue.ts";
import { type Followed, lockWeb, requireSites } from "./web.ts";

interface StoredService {
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

async function readService({ db }: Read, holdingId: number): Promise<StoredService> {
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
const isFrom = (minimum: string) => (version: string) => version >= minimum;

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

type MayPark = Granted<Partial<Record<"service" | "service_parking", "write">>>;

export async function setParking(change: Change, holding: MayPark, parking: boolean): Promise<Followed> {
  const before = await lockWeb(change, holding);
  if (before.parking === parking) {
    change.unchanged();
    return null;
  }
  await change.db
    .updateTable("atrio.web_service")
    .set({ parking })
    .where("holding_id", "=", holding.id)
    .execute();
  await change.record({
    holdingId: holding.id,
    area: "web",
    act: parking ? "parkingEnable" : "parkingDisable",
    item: holding.reference,
    before: { parking: before.parking },
    after: { parking },
  });
  return applyWeb(change, holding.id);
}

function refuseVersion(version: string, { phpMinimum, installed }: StoredService): void {
  if (!isFrom(phpMinimum)(version)) {
    const message = { key: "service.php_minimum", values: { minimum: phpMinimum } } as const;
    refuse("invalid", { fields: { phpVersion: message } });
  }
  if (!installed.includes(version)) {
    const message = { key: "service.php_missing", values: { version } } as const;
    refuse("invalid", { fields: { phpVersion: message } });
  }
}

export interface PhpChange {
  readonly job: Followed;
  /** The one that runs, which `default` only stands for. */
  readonly version: string;
}

export async function setPhp(
  change: Change,
  holding: Granted<{ service: "write" }>,
  wanted: PhpVersion,
): Promise<PhpChange> {
  requireSites(holding);
  const before = await lockWeb(change, holding);
  const stored = await readService(change, holding.id);
  const phpVersion = wanted === "default" ? null : wanted;
  const version = phpVersion ?? stored.phpDefault;
  if (before.phpVersion === phpVersion) {
    change.unchanged();
    return { job: null, version };
  }
  refuseVersion(version, stored);
  await change.db
    .updateTable("atrio.web_service")
    .set({ php_version: phpVersion })
    .where("holding_id", "=", holding.id)
    .execute();
  await change.record({
    holdingId: holding.id,
    area: "web",
    act: "serviceSetPhp",
    item: holding.reference,
    before: { phpVersion: before.phpVersion },
    after: { phpVersion },
  });
  return { job: await applyWeb(change, holding.id), version };
}
