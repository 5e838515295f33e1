/** Sites as they are stored. */
import { isDeepStrictEqual } from "node:util";
import type { Message, PhpSettings, SiteCertificate } from "@atrio/contract";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { applyWeb } from "../../jobs/queue.ts";
import { failureOf, storedMessage } from "../job/tell.ts";
import { hostOf } from "../service/host.ts";
import { withWebRules } from "../service/rules.ts";
import { insteadOf } from "../service/stands-before.ts";
import type { Followed } from "../service/web.ts";
import { directivesOf, readPhpSettings } from "./php-settings.ts";

export type MayWrite = Granted<{ service_subdomains: "write" }>;
export type MayRead = Granted<{ service_subdomains: "read" | "write" }>;

/** As the journal keeps it. */
export interface SitePart {
  readonly id: number;
  readonly name: string;
  readonly folder: string;
  readonly https: boolean;
  readonly httpsOnly: boolean;
  readonly hsts: boolean;
  /** The customer's own; null where it is left to automatic ones, which come and go by themselves. */
  readonly certificateId: number | null;
  readonly phpSettings: PhpSettings;
}
export interface StoredSite extends SitePart {
  readonly host: string;
  readonly eliminable: boolean;
  /** The one in use, and its number where it came by itself. */
  readonly certificate: SiteCertificate | null;
  readonly automaticId: number | null;
  /** Of one that comes by itself; null where none is ordered. */
  readonly order: { readonly fault: Message | null; readonly failingSince: number | null } | null;
}

type SiteRow = Omit<StoredSite, "phpSettings" | "certificate" | "certificateId" | "automaticId" | "order"> & {
  readonly phpSettings: unknown;
  readonly usedId: number | null;
  readonly isOrdered: boolean;
  readonly fault: unknown;
  readonly failingSince: Date | null;
  readonly source: SiteCertificate["source"] | null;
  readonly names: string[] | null;
  readonly issuer: string | null;
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
};

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

function orderOf({
  isOrdered,
  fault,
  failingSince,
}: Pick<SiteRow, "isOrdered" | "fault" | "failingSince">): StoredSite["order"] {
  const told = z.nullable(storedMessage).parse(fault);
  if (!isOrdered) return null;
  if (told === null) return { fault: null, failingSince: null };
  return { fault: failureOf(told), failingSince: failingSince && seconds(failingSince) };
}

function siteOf({
  usedId,
  source,
  names,
  issuer,
  notBefore,
  notAfter,
  isOrdered,
  fault,
  failingSince,
  ...row
}: SiteRow): StoredSite {
  const certificate =
    source && names && issuer !== null && notBefore && notAfter
      ? { source, names, issuer, notBefore: seconds(notBefore), notAfter: seconds(notAfter) }
      : null;
  return {
    ...row,
    phpSettings: readPhpSettings(row.phpSettings),
    certificate,
    certificateId: source === "uploaded" ? usedId : null,
    automaticId: source === "acme" ? usedId : null,
    order: orderOf({ isOrdered, fault, failingSince }),
  };
}

/** Some have thousands: a thousand sites with one of those would fill the memory. */
const shownNames = 20;

const sites = (holdingId: number) => sql`
  select s.id, s.name, s.host, s.folder, s.https, s.https_only as "httpsOnly", s.hsts, s.eliminable,
         s.certificate_id as "usedId", s.php_settings as "phpSettings",
         c.source, c.names[1:${shownNames}] as names, c.issuer, c.not_before as "notBefore", c.not_after as "notAfter",
         a.fault, a.failing_since as "failingSince",
         a.host is not null and exists (select from atrio.acme) as "isOrdered"
    from atrio.subdomain s left join atrio.certificate c on c.id = s.certificate_id and c.holding_id = s.holding_id
    left join atrio.acme_host a on a.holding_id = s.holding_id and a.host = s.host and a.rank = 0
   where s.holding_id = ${holdingId}`;

/** The domain itself first, then by name. */
export async function listSites({ db }: Read, { id }: MayRead): Promise<StoredSite[]> {
  const { rows } = await sql<SiteRow>`${sites(id)} order by s.name`.execute(db);
  return rows.map(siteOf);
}

export async function findSite({ db }: Read, holding: MayRead, id: number): Promise<StoredSite | undefined> {
  const { rows } = await sql<SiteRow>`${sites(holding.id)} and s.id = ${id}`.execute(db);
  return rows[0] && siteOf(rows[0]);
}

export const requireSite = async (read: Read, holding: MayRead, id: number): Promise<StoredSite> =>
  (await findSite(read, holding, id)) ?? refuse("notFound");

export function refuseKept({ eliminable }: StoredSite): void {
  if (!eliminable) refuse("conflict", { message: "subdomain.not_eliminable" });
}

export const partOf = (site: SitePart): SitePart => {
  const { id, name, folder, https, httpsOnly, hsts, certificateId, phpSettings } = site;
  return { id, name, folder, https, httpsOnly, hsts, certificateId, phpSettings };
};

/** One that comes back is the same site: it keeps its id. */
export type WantedSite = Omit<SitePart, "id"> & { readonly id?: number };

async function insertSite({ db }: Change, holdingId: number, wanted: WantedSite): Promise<number> {
  const { id = sql`nextval('atrio.subdomain_id_seq')`, name, folder, https, httpsOnly, hsts } = wanted;
  const { rows } = await sql<{ id: number }>`
    insert into atrio.subdomain (id, holding_id, name, folder, https, https_only, hsts, certificate_id, php_settings)
    overriding system value
    values (${id}, ${holdingId}, ${name}, ${folder}, ${https}, ${httpsOnly}, ${hsts}, ${wanted.certificateId},
            ${JSON.stringify(directivesOf(wanted.phpSettings))})
    returning id`.execute(db);
  return rows[0]!.id;
}

async function write(
  change: Change,
  holdingId: number,
  before: StoredSite | null,
  after: WantedSite | null,
): Promise<number | null> {
  const { db } = change;
  if (!before) return after && insertSite(change, holdingId, after);
  if (!after) {
    await db
      .deleteFrom("atrio.subdomain")
      .where("holding_id", "=", holdingId)
      .where("id", "=", before.id)
      .execute();
    return null;
  }
  await db
    .updateTable("atrio.subdomain")
    .set({
      folder: after.folder,
      https: after.https,
      https_only: after.httpsOnly,
      hsts: after.hsts,
      certificate_id: after.certificateId ?? before.automaticId,
      php_settings: JSON.stringify(directivesOf(after.phpSettings)),
    })
    .where("holding_id", "=", holdingId)
    .where("id", "=", before.id)
    .execute();
  return before.id;
}

export interface SiteChange {
  /** The journal entry that takes it back; null where nothing changed. */
  readonly undo: number | null;
  readonly job: Followed;
  readonly host: string;
  /** Null where it is gone. */
  readonly site: StoredSite | null;
  /** What visitors get in its place at the moment. */
  readonly instead?: Message | undefined;
}

type SiteAct = "subdomainCreate" | "subdomainSave" | "subdomainDelete" | "subdomainUndo";

/** What nginx is told of one service stays small beside what it is told of all. */
const mostSites = 1000;

async function refuseTooMany({ db }: Change, holdingId: number): Promise<void> {
  const { count } = await db
    .selectFrom("atrio.subdomain")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("holding_id", "=", holdingId)
    .executeTakeFirstOrThrow();
  if (count < mostSites) return;
  refuse("conflict", { message: { key: "subdomain.too_many", values: { maximum: mostSites } } });
}

/** Makes `after` of `before`, null where there is none, and writes both down. */
export async function writeSite(
  change: Change,
  holding: MayWrite,
  act: SiteAct,
  { before, after }: { readonly before: StoredSite | null; readonly after: WantedSite | null },
): Promise<SiteChange> {
  const host = hostOf((after ?? before)?.name ?? "", holding.reference);
  if (before && after && isDeepStrictEqual(partOf(before), partOf({ ...after, id: before.id }))) {
    change.unchanged();
    return { undo: null, job: null, host, site: before };
  }
  if (!before) await refuseTooMany(change, holding.id);
  const id = await withWebRules(host, act === "subdomainCreate", () =>
    write(change, holding.id, before, after),
  );
  const site = id === null ? null : await requireSite(change, holding, id);
  const undo = await change.record({
    holdingId: holding.id,
    area: "web",
    act,
    item: host,
    before: before && partOf(before),
    after: site && partOf(site),
  });
  const instead = site ? await insteadOf(change, holding, host) : undefined;
  return { undo, job: await applyWeb(change, holding.id), host, site, instead };
}
