/** What the worker found in the .htaccess files of a service, and the wish that it looks again. */
import type { Language, ReplyOf, calls } from "@atrio/contract";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { translate } from "../../http/language.ts";
import { refuse } from "../../http/refuse.ts";
import { enqueue } from "../../jobs/queue.ts";

const storedProblem = z.object({
  /** Below the customer's home: `/public_html/.htaccess`. */
  file: z.string(),
  /** Null: the file can't be read, and `message` is the system's word for it. */
  line: z.nullable(z.int()),
  /** What Apache says of the line. */
  message: z.string(),
});
/** As the worker stores it. */
export type StoredProblem = z.output<typeof storedProblem>;
const storedProblems = z.array(storedProblem);

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
  // a worker of the previous version may store the old shape during an upgrade: treated as not checked
  const stored = storedProblems.safeParse(found?.problems);
  if (!found || !stored.success) return { checkedAt: null, problems: [], more: false };
  return {
    checkedAt: found.checkedAt,
    problems: stored.data.map(({ file, line, message }) => ({
      file,
      line,
      message:
        line === null
          ? translate(language, { key: "htaccess.unreadable", values: { reason: message } })
          : message,
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
