import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";

export async function hasMail(db: Kysely<DB>, domain: string): Promise<boolean> {
  const holding = await db
    .selectFrom("atrio.holding")
    .select("id")
    .where("reference", "=", domain)
    .where("has_mail", "=", true)
    .executeTakeFirst();
  return holding !== undefined;
}

const mailboxes = (db: Kysely<DB>) =>
  db
    .selectFrom("atrio.mailbox as m")
    .innerJoin("atrio.holding as h", "h.id", "m.holding_id")
    .select("m.address")
    .where("m.deleted_at", "is", null)
    .where("h.has_mail", "=", true);

export const addressOf = async (db: Kysely<DB>, mailboxId: number): Promise<string | undefined> =>
  (await mailboxes(db).where("m.id", "=", mailboxId).executeTakeFirst())?.address;

export const isMailboxOf = async (db: Kysely<DB>, holdingId: number, mailboxId: number): Promise<boolean> =>
  (await mailboxes(db)
    .where("m.holding_id", "=", holdingId)
    .where("m.id", "=", mailboxId)
    .executeTakeFirst()) !== undefined;
