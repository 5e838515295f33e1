/** What the rows say of the web of one holding: what nginx, PHP and the folders are brought to. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";

export interface Site {
  readonly host: string;
  /** `/public_html`; `/` is all that the customer has. */
  readonly folder: string;
  readonly https: boolean;
  readonly httpsOnly: boolean;
  readonly hsts: boolean;
  readonly certificateId: number | null;
  readonly phpSettings: Readonly<Record<string, string | number | boolean>>;
}
export interface Redirection {
  readonly id: number;
  readonly host: string;
  /** Decoded, with the query that it asks for. Empty: every path of the host. */
  readonly path: string;
  readonly url: string;
  /** Path and query of a request follow the destination. */
  readonly keepPath: boolean;
  readonly type: "301" | "302" | "frame";
  readonly title: string;
  readonly description: string;
  readonly keywords: string;
}
/** Of a name that is no site. */
export interface NameCertificate {
  readonly host: string;
  readonly certificateId: number;
}
export interface HoldingWeb {
  readonly holdingId: number;
  readonly reference: string;
  readonly kind: "hosting" | "parking";
  readonly parking: boolean;
  /** In whose brand it is parked. Null: the default company's. */
  readonly companyId: number | null;
  /** As chosen, or the platform's: `8.2`. */
  readonly php: string;
  /** Of this month: its sites answer with a page that says so. */
  readonly trafficSpent: boolean;
  /** Its programs read and do not write. */
  readonly spaceSpent: boolean;
  readonly sites: readonly Site[];
  readonly redirections: readonly Redirection[];
  readonly certificates: readonly NameCertificate[];
}

const columns = sql`
  h.id as "holdingId", h.reference, h.service_kind as kind, w.parking, w.company_id as "companyId", coalesce(w.php_version, p.php_default) as php,
  coalesce(u.traffic_over and u.month = date_trunc('month', now() at time zone 'UTC')::date, false) as "trafficSpent",
  coalesce(u.space_over, false) as "spaceSpent",
  array(select json_build_object('host', s.host, 'folder', s.folder, 'https', s.https, 'httpsOnly', s.https_only,
      'hsts', s.hsts, 'certificateId', s.certificate_id, 'phpSettings', s.php_settings)
    from atrio.subdomain s where s.holding_id = h.id and h.service_kind = 'hosting' order by s.host) as sites,
  array(select json_build_object('id', r.id, 'host', r.host, 'path', r.path, 'url', r.url, 'keepPath', r.keep_path, 'type', r.type,
      'title', r.iframe_title, 'description', r.iframe_description, 'keywords', r.iframe_keywords)
    from atrio.redirection r where r.holding_id = h.id order by r.host, r.path) as redirections,
  array(select json_build_object('host', a.host, 'certificateId', a.certificate_id)
    from atrio.acme_host a where a.holding_id = h.id and a.certificate_id is not null order by a.host) as certificates`;

const from = sql`
  from atrio.holding h join atrio.web_service w on w.holding_id = h.id cross join atrio.platform p
  left join atrio.web_usage u on u.holding_id = h.id
 where h.service_kind is not null`;

/** Undefined where the holding, or its service, is gone. */
export async function readWeb(db: Kysely<DB>, holdingId: number): Promise<HoldingWeb | undefined> {
  const { rows } = await sql<HoldingWeb>`select ${columns} ${from} and h.id = ${holdingId}`.execute(db);
  return rows[0];
}

export async function readAllWeb(db: Kysely<DB>): Promise<HoldingWeb[]> {
  const { rows } = await sql<HoldingWeb>`select ${columns} ${from} order by h.id`.execute(db);
  return rows;
}
