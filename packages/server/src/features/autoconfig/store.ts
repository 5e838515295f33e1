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

export async function addressOf(db: Kysely<DB>, mailboxId: number): Promise<string | undefined> {
  const mailbox = await db
    .selectFrom("atrio.mailbox as m")
    .innerJoin("atrio.holding as h", "h.id", "m.holding_id")
    .select("m.address")
    .where("m.id", "=", mailboxId)
    .where("m.deleted_at", "is", null)
    .where("h.has_mail", "=", true)
    .executeTakeFirst();
  return mailbox?.address;
}
