/** The job that orders of one call share: it ends with the last of them. */
import type { Message } from "@atrio/contract";
import { type Kysely, type Transaction, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import { registrySays } from "../registry/order.ts";
import { firstNames, someOf } from "../registry/some-names.ts";
import type { Order } from "./queue.ts";

/** Its user sees that somebody is at it. */
export async function beginJob(db: Kysely<DB>, { jobId }: Order): Promise<void> {
  if (jobId === null) return;
  await db
    .updateTable("atrio.job")
    .set({ state: "running" })
    .where("id", "=", jobId)
    .where("state", "=", "queued")
    .execute();
}

/** Held until the end: whoever ends another order of the job sees that this one has ended. */
export async function lockJob(transaction: Transaction<DB>, { jobId }: Order): Promise<void> {
  if (jobId !== null) await sql`select from atrio.job where id = ${jobId} for update`.execute(transaction);
}

export async function endJob(transaction: Transaction<DB>, { jobId }: Order): Promise<void> {
  if (jobId === null) return;
  const orders = transaction
    .selectFrom("atrio.registry_order as o")
    .innerJoin("atrio.domain as d", "d.holding_id", "o.holding_id")
    .where("job_id", "=", jobId);
  // A job may have 100,000: they are counted once, at its end.
  const open = await orders
    .select("o.id")
    .where("state", "in", ["new", "pending"])
    .limit(1)
    .executeTakeFirst();
  if (open) return;
  const counts = await orders
    .select([
      sql<number>`count(*)::int`.as("all"),
      sql<number>`(count(*) filter (where state = 'refused'))::int`.as("refused"),
      sql<string>`min(refusal ->> 'message')`.as("why"),
      firstNames(sql`d.name`, sql`state = 'refused'`).as("names"),
    ])
    .executeTakeFirstOrThrow();
  const { all, refused, why, names } = counts;
  const error: Message =
    all === 1
      ? registrySays(why)
      : { key: "domain.some_refused", values: { refused, all, ...someOf(names, refused) } };
  await transaction
    .updateTable("atrio.job")
    .set({
      ended_at: sql`now()`,
      ...(refused > 0
        ? { state: "failed", error: sql`${JSON.stringify(error)}::jsonb` }
        : { state: "done", progress: 100 }),
    })
    .where("id", "=", jobId)
    .where("state", "in", ["queued", "running"])
    .execute();
}
