/** Redirections as they are stored. */
import { isDeepStrictEqual } from "node:util";
import { type RedirectType, redirectTypes } from "@atrio/contract";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { applyWeb } from "../../jobs/queue.ts";
import { hostOf, shownAddress } from "../service/host.ts";
import { withWebRules } from "../service/rules.ts";
import type { Followed, WebPorts } from "../service/web.ts";
import { type Address, type Hop, wayBack } from "./loops.ts";

export type MayWrite = Granted<{ service_redirects: "write" }>;
export type MayRead = Granted<{ service_redirects: "read" | "write" }>;

/** As the journal keeps it. */
export const redirectionPart = z.object({
  id: z.int(),
  /** Without the domain; empty is the domain itself. */
  name: z.string(),
  path: z.string(),
  url: z.string(),
  /** Entries from before redirections could keep a path say nothing of it. */
  keepPath: z.pipe(
    z.optional(z.boolean()),
    z.transform((keepPath) => keepPath ?? false),
  ),
  type: z.enum(redirectTypes),
  title: z.string(),
  description: z.string(),
  keywords: z.string(),
});
export type RedirectionPart = Readonly<z.infer<typeof redirectionPart>>;
export interface StoredRedirection extends RedirectionPart {
  readonly host: string;
  readonly eliminable: boolean;
}

const redirectionsOf = ({ db }: Read, { id: holdingId }: MayRead) =>
  db
    .selectFrom("atrio.redirection")
    .select([
      "id",
      "name",
      "host",
      "path",
      "url",
      "keep_path as keepPath",
      sql<RedirectType>`type`.as("type"),
      "iframe_title as title",
      "iframe_description as description",
      "iframe_keywords as keywords",
      "eliminable",
    ])
    .where("holding_id", "=", holdingId);

export const listRedirections = (read: Read, holding: MayRead): Promise<StoredRedirection[]> =>
  redirectionsOf(read, holding).orderBy("name").orderBy("path").execute();

export const findRedirection = (
  read: Read,
  holding: MayRead,
  id: number,
): Promise<StoredRedirection | undefined> =>
  redirectionsOf(read, holding).where("id", "=", id).executeTakeFirst();

export const requireRedirection = async (
  read: Read,
  holding: MayRead,
  id: number,
): Promise<StoredRedirection> => (await findRedirection(read, holding, id)) ?? refuse("notFound");

export function refuseKept({ eliminable }: StoredRedirection): void {
  if (!eliminable) refuse("conflict", { message: "redirection.not_eliminable" });
}

export const partOf = (redirection: RedirectionPart): RedirectionPart => {
  const { id, name, path, url, keepPath, type, title, description, keywords } = redirection;
  return { id, name, path, url, keepPath, type, title, description, keywords };
};

/** One that comes back is the same redirection: it keeps its id. */
export type WantedRedirection = Omit<RedirectionPart, "id"> & { readonly id?: number };

const columnsOf = ({ name, path, url, keepPath, type, title, description, keywords }: WantedRedirection) => ({
  name,
  path,
  url,
  keep_path: keepPath,
  type,
  iframe_title: title,
  iframe_description: description,
  iframe_keywords: keywords,
});

async function insertRedirection(
  { db }: Change,
  holdingId: number,
  wanted: WantedRedirection,
): Promise<number> {
  const { id = sql`nextval('atrio.redirection_id_seq')`, name, path, url, keepPath, type } = wanted;
  const { title, description, keywords } = wanted;
  const { rows } = await sql<{ id: number }>`
    insert into atrio.redirection (id, holding_id, name, path, url, keep_path, type, iframe_title, iframe_description, iframe_keywords)
    overriding system value
    values (${id}, ${holdingId}, ${name}, ${path}, ${url}, ${keepPath}, ${type}, ${title}, ${description}, ${keywords})
    returning id`.execute(db);
  return rows[0]!.id;
}

async function write(
  change: Change,
  holdingId: number,
  before: RedirectionPart | null,
  after: WantedRedirection | null,
): Promise<number | null> {
  const { db } = change;
  if (!before) return after && insertRedirection(change, holdingId, after);
  if (!after) {
    await db
      .deleteFrom("atrio.redirection")
      .where("holding_id", "=", holdingId)
      .where("id", "=", before.id)
      .execute();
    return null;
  }
  await db
    .updateTable("atrio.redirection")
    .set(columnsOf(after))
    .where("holding_id", "=", holdingId)
    .where("id", "=", before.id)
    .execute();
  return before.id;
}

export interface RedirectionAct {
  readonly name: "redirectionCreate" | "redirectionSave" | "redirectionDelete" | "redirectionUndo";
  readonly ports: WebPorts;
  /** A rule that says no is told on its field. */
  readonly hasForm: boolean;
}
export interface RedirectionChange {
  /** The journal entry that takes it back; null where nothing changed. */
  readonly undo: number | null;
  readonly job: Followed;
  /** Host and path. */
  readonly origin: string;
  /** Null where it is gone. */
  readonly redirection: StoredRedirection | null;
}

/** What nginx is told of one service stays small beside what it is told of all. */
const mostRedirections = 1000;

async function refuseTooMany({ db }: Change, { id: holdingId }: MayWrite): Promise<void> {
  const { count } = await db
    .selectFrom("atrio.redirection")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("holding_id", "=", holdingId)
    .executeTakeFirstOrThrow();
  if (count < mostRedirections) return;
  refuse("conflict", { message: { key: "redirection.too_many", values: { maximum: mostRedirections } } });
}

interface AnyHop extends Hop {
  readonly holdingId: number;
}

/** Whoever's they are, beside the one that was just written. */
async function standingAt({ db }: Change, addresses: readonly Address[], written: number): Promise<AnyHop[]> {
  const { rows } = await sql<AnyHop>`
    select distinct r.id, r.holding_id as "holdingId", r.host, r.path, r.url, r.keep_path as "keepPath"
      from unnest(${addresses.map(({ host }) => host)}::text[], ${addresses.map(({ path }) => path)}::text[],
             ${addresses.map(({ isAbove }) => isAbove)}::boolean[]) as a (host, path, is_above)
      join atrio.redirection r on r.host = a.host
       and (lower(r.path collate "C") = a.path or a.is_above and lower(r.path collate "C") ^@ any (array[a.path || '/', a.path || '?']))
     where r.id <> ${written}`.execute(db);
  return rows;
}

/**
 * Two that close a circle may be of two holdings: one is looked at after the other, which no constraint could say. Nothing is
 * waited for under the lock: what was written waited for the zone before.
 */
async function refuseLoop(
  change: Change,
  holding: MayWrite,
  { ports, hasForm }: RedirectionAct,
  written: StoredRedirection,
): Promise<void> {
  await sql`select pg_advisory_xact_lock('atrio.redirection'::regclass::oid::bigint)`.execute(change.db);
  const way = await wayBack(written, (addresses) => standingAt(change, addresses, written.id), ports);
  if (!way) return;
  // what others have is not told
  const own = way.find(({ holdingId }) => holdingId === holding.id);
  const message = own
    ? ({ key: "redirection.loop", values: { address: shownAddress(own.host + own.path) } } as const)
    : way.length > 0
      ? "redirection.comes_back"
      : "redirection.own";
  if (hasForm) refuse("invalid", { fields: { urlRedir: message } });
  refuse("conflict", { message });
}

/** Makes `after` of `before`, null where there is none, and writes both down. */
export async function writeRedirection(
  change: Change,
  holding: MayWrite,
  act: RedirectionAct,
  { before, after }: { readonly before: StoredRedirection | null; readonly after: WantedRedirection | null },
): Promise<RedirectionChange> {
  const { name = "", path = "" } = after ?? before ?? {};
  const origin = hostOf(name, holding.reference) + path;
  if (before && after && isDeepStrictEqual(partOf(before), partOf({ ...after, id: before.id }))) {
    change.unchanged();
    return { undo: null, job: null, origin, redirection: before };
  }
  if (after && !before) await refuseTooMany(change, holding);
  const id = await withWebRules(origin, act.hasForm, () => write(change, holding.id, before, after));
  const redirection = id === null ? null : await requireRedirection(change, holding, id);
  if (redirection) await refuseLoop(change, holding, act, redirection);
  const undo = await change.record({
    holdingId: holding.id,
    area: "web",
    act: act.name,
    item: origin,
    before: before && partOf(before),
    after: redirection && partOf(redirection),
  });
  return { undo, job: await applyWeb(change, holding.id), origin, redirection };
}
