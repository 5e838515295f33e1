/** What weblog found in the logs of a service's sites, and what the worker measured. */
import { type Language, type LogEntry, type ReplyOf, type calls, logLevels } from "@atrio/contract";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { translate } from "../../http/language.ts";
import { refuse } from "../../http/refuse.ts";
import { enqueue } from "../../jobs/queue.ts";
import { failedSites } from "./failed-site.ts";

type MayRead = Granted<{ service: "read" }>;

function requireService({ serviceKind }: MayRead): void {
  if (serviceKind === null) refuse("notFound");
}

const mostEntries = 500;
const level = z.enum(logLevels);

/** Newest first; what was left out of a flood is said in the reader's language. */
export async function listErrors(
  { db }: Read,
  holding: MayRead,
  after: number,
  language: Language,
): Promise<LogEntry[]> {
  requireService(holding);
  const hostOf = await failedSites({ db }, holding.id);
  const newest = db
    .selectFrom("atrio.web_error")
    .selectAll()
    .where("holding_id", "=", holding.id)
    .where("id", ">", after)
    .orderBy("id", "desc")
    .limit(mostEntries);
  // nginx's file is read before PHP's: numbers do not tell which was first
  const rows = await db
    .selectFrom(newest.as("newest"))
    .select(["id", "host", "level", "message", "left_out"])
    .select(sql<number>`floor(extract(epoch from at))::bigint`.as("ts"))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id, ts, host, message, left_out, ...row }) => ({
    id,
    ts,
    host: host || hostOf(message ?? "") || holding.reference,
    level: level.parse(row.level),
    message: message ?? translate(language, { key: "weblog.left_out", values: { count: left_out ?? 0 } }),
  }));
}

export async function listTraffic(
  { db }: Read,
  holding: MayRead,
): Promise<ReplyOf<typeof calls.serviceTraffic>["days"]> {
  requireService(holding);
  const { rows } = await sql<{ day: string; bytes: number; requests: number }>`
    select d.day::date::text as day, coalesce(t.bytes, 0) as bytes, coalesce(t.requests, 0) as requests
      from generate_series((now() at time zone 'UTC')::date - 29, (now() at time zone 'UTC')::date, interval '1 day') d (day)
      left join atrio.web_traffic t on t.holding_id = ${holding.id} and t.day = d.day
     order by d.day`.execute(db);
  return rows;
}

/** Returns the job; null where nothing has sites here, or they were measured just now. */
export async function measure(change: Change, holding: MayRead): Promise<number | null> {
  requireService(holding);
  // nothing of the customer's changes
  change.unchanged();
  if (holding.serviceKind !== "hosting") return null;
  const fresh = await change.db
    .selectFrom("atrio.web_usage")
    .select("holding_id")
    .where("holding_id", "=", holding.id)
    .where(sql`greatest(measured_at, cut_off_at)`, ">", sql<Date>`now() - interval '1 minute'`)
    .executeTakeFirst();
  return fresh
    ? null
    : enqueue(change, {
        kind: "web.usage",
        holdingId: holding.id,
        subjectId: holding.id,
        // one after the other: services that take long leave the other turns to changes
        queue: "web.usage",
        key: `usage:${holding.id}`,
      });
}
