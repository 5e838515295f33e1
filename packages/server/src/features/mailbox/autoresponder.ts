import type { Autoresponder, InputOf, mailboxCalls } from "@atrio/contract";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { lockMail } from "../mail/service.ts";
import { type MayRead, type MayWrite, findMailbox, getMailbox } from "./store.ts";

export async function findAutoresponder({ db }: Read, mailboxId: number): Promise<Autoresponder | null> {
  const row = await db
    .selectFrom("atrio.autoresponder")
    .select([
      "enabled",
      "subject",
      "content",
      sql<string | null>`starts_on::text`.as("startsOn"),
      sql<string | null>`ends_on::text`.as("endsOn"),
    ])
    .where("mailbox_id", "=", mailboxId)
    .executeTakeFirst();
  return row ?? null;
}

export async function getAutoresponder(
  read: Read,
  holding: MayRead,
  mailboxId: number,
): Promise<Autoresponder | null> {
  await getMailbox(read, holding, mailboxId);
  return findAutoresponder(read, mailboxId);
}

async function write(
  { db }: Change,
  holding: MayWrite,
  mailboxId: number,
  wanted: Autoresponder | null,
): Promise<void> {
  if (!wanted) {
    await db.deleteFrom("atrio.autoresponder").where("mailbox_id", "=", mailboxId).execute();
    return;
  }
  const { enabled, subject, content, startsOn, endsOn } = wanted;
  const columns = { enabled, subject, content, starts_on: startsOn, ends_on: endsOn };
  await db
    .insertInto("atrio.autoresponder")
    .values({ mailbox_id: mailboxId, holding_id: holding.id, ...columns })
    .onConflict((conflict) => conflict.column("mailbox_id").doUpdateSet(columns))
    .execute();
}

/** Under the service's lock. Returns the journal entry that takes it back; null where nothing changed. */
export async function putAutoresponder(
  change: Change,
  holding: MayWrite,
  act: "autoresponderSave" | "mailboxUndo",
  mailboxId: number,
  wanted: Autoresponder | null,
): Promise<number | null> {
  const { address } = await findMailbox(change, holding, mailboxId, "live");
  const was = await findAutoresponder(change, mailboxId);
  if (isDeepStrictEqual(was, wanted)) {
    change.unchanged();
    return null;
  }
  await write(change, holding, mailboxId, wanted);
  return change.record({
    holdingId: holding.id,
    area: "mail",
    act,
    item: address,
    before: { mailboxId, autoresponder: was },
    after: { mailboxId, autoresponder: wanted },
  });
}

export async function saveAutoresponder(
  change: Change,
  holding: MayWrite,
  mailboxId: number,
  { enabled, subject, content, startsOn, endsOn }: InputOf<typeof mailboxCalls.autoresponderSave>,
): Promise<{ autoresponder: Autoresponder; undo: number | null }> {
  await lockMail(change, holding);
  if (startsOn !== undefined && endsOn !== undefined && endsOn < startsOn)
    refuse("invalid", { fields: { endsOn: "mail.ends_before" } });
  const autoresponder = {
    enabled,
    subject,
    // browsers send line ends as CRLF; a bare CR has no place in a message (RFC 5322, 2.3)
    content: content.replaceAll(/\r\n?/g, "\n"),
    startsOn: startsOn ?? null,
    endsOn: endsOn ?? null,
  };
  const undo = await putAutoresponder(change, holding, "autoresponderSave", mailboxId, autoresponder);
  return { autoresponder, undo };
}
