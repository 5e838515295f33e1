/** What the worker found in the .htaccess files of a service, and the wish that it looks again. */
import type { Language, ReplyOf, calls } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { translate } from "../../http/language.ts";
import { refuse } from "../../http/refuse.ts";
import { enqueue } from "../../jobs/queue.ts";
import { messageOf, storedProblems } from "./reasons.ts";

type MayRead = Granted<{ service: "read" }>;

function requireService({ serviceKind }: MayRead): void {
  if (serviceKind === null) refuse("notFound");
}

export async function listHtaccess(
  { db }: Read,
  holding: MayRead,
  language: Language,
): Promise<ReplyOf<typeof calls.serviceHtaccess>> {
  requireService(holding);
  const found = await db
    .selectFrom("atrio.htaccess")
    .select(["problems", "more"])
    .select(sql<number>`floor(extract(epoch from checked_at))::bigint`.as("checkedAt"))
    .where("holding_id", "=", holding.id)
    .executeTakeFirst();
  if (!found) return { checkedAt: null, problems: [], more: false };
  return {
    checkedAt: found.checkedAt,
    problems: storedProblems.parse(found.problems).map(({ file, line, directive, reason }) => ({
      file,
      line,
      directive,
      message: translate(language, { key: messageOf(reason), values: { directive } }),
    })),
    more: found.more,
  };
}

/** Returns the job; null where nothing has sites here, or they were looked through just now: the longer that took, the longer ago. */
export async function checkHtaccess(change: Change, holding: MayRead): Promise<number | null> {
  requireService(holding);
  // nothing of the customer's changes
  change.unchanged();
  if (holding.serviceKind !== "hosting") return null;
  const fresh = await change.db
    .selectFrom("atrio.htaccess")
    .select("holding_id")
    .where("holding_id", "=", holding.id)
    .where("checked_at", ">", sql<Date>`now() - least(5 * took, interval '1 minute')`)
    .executeTakeFirst();
  return fresh
    ? null
    : enqueue(change, {
        kind: "web.htaccess",
        holdingId: holding.id,
        subjectId: holding.id,
        // one after the other: they leave the worker's other turns to changes
        queue: "web.htaccess",
        key: `htaccess:${holding.id}`,
      });
}
