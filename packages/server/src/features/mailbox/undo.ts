/** Takes back one journal entry of a mailbox, as long as what it left behind is still so. Passwords are not taken back. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Change, Read } from "../../db/handles.ts";
import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { MailServer } from "../mail/ask-server.ts";
import { proveGone, proveTaken } from "../mail/proof.ts";
import { hasCatchAll, lockMail, named } from "../mail/service.ts";
import { findAutoresponder, putAutoresponder } from "./autoresponder.ts";
import { type MailboxState, autoresponderEntry, mailboxEntry } from "./journal-entry.ts";
import { moveMailbox } from "./move.ts";
import { type MayWrite, findMailbox } from "./store.ts";

const ofMailbox = z.object({ before: z.nullable(mailboxEntry), after: mailboxEntry });
const ofAutoresponder = z.object({ before: autoresponderEntry, after: autoresponderEntry });
const entryShape = z.union([ofMailbox, ofAutoresponder]);
type Entry = z.infer<typeof entryShape>;

async function findEntry({ db }: Read, holdingId: number, id: number): Promise<Entry> {
  const entry = await db
    .selectFrom("atrio.journal")
    .select(["before", "after"])
    .where("id", "=", id)
    .where("holding_id", "=", holdingId)
    .where("area", "=", "mail")
    .executeTakeFirst();
  const read = z.safeParse(entryShape, entry);
  return read.success ? read.data : refuse("notFound");
}

function refuseChanged(address: string): never {
  refuse("conflict", { message: { key: "mail.undo_changed", values: named(address) } });
}

/** What is changed, and taken back, together. */
const aspects: readonly ((state: MailboxState) => Partial<MailboxState>)[] = [
  ({ quota }) => ({ quota }),
  ({ forwardTargets, keepsCopy }) => ({ forwardTargets, keepsCopy }),
  ({ deleted }) => ({ deleted }),
];

/** As it was before `is`. A mailbox that was made then is deleted, and can be restored with its mail. */
function asBefore(
  now: MailboxState,
  is: MailboxState,
  was: MailboxState | null,
  address: string,
): MailboxState {
  if (!was) return isDeepStrictEqual(now, is) ? { ...now, deleted: true } : refuseChanged(address);
  const changed = aspects.filter((aspect) => !isDeepStrictEqual(aspect(is), aspect(was)));
  if (!changed.every((aspect) => isDeepStrictEqual(aspect(now), aspect(is)))) refuseChanged(address);
  return Object.assign({ ...now }, ...changed.map((aspect) => aspect(was)));
}

interface Undone {
  readonly address: string;
  /** Whether it takes mail from now on; undefined where that is as it was. */
  readonly takes?: boolean;
}

async function undoEntry(change: Change, holding: MayWrite, entryId: number): Promise<Undone> {
  const limits = await lockMail(change, holding);
  const { before, after } = await findEntry(change, holding.id, entryId);
  if ("mailboxId" in after) {
    const { mailboxId: id } = after;
    const { address } = await findMailbox(change, holding, id, "live");
    if (!isDeepStrictEqual(await findAutoresponder(change, id), after.autoresponder)) refuseChanged(address);
    const wanted = before && "autoresponder" in before ? before.autoresponder : null;
    await putAutoresponder(change, holding, "mailboxUndo", id, wanted);
    return { address };
  }
  const was = await findMailbox(change, holding, after.mailbox.id, "either");
  const state = before && "mailbox" in before ? before.mailbox : null;
  const wanted = asBefore(was.state, after.mailbox, state, was.address);
  await moveMailbox(change, holding, { act: "mailboxUndo", limits, was, wanted });
  const { address } = was;
  return wanted.deleted === was.state.deleted ? { address } : { address, takes: !wanted.deleted };
}

export const mailboxUndoHandlers = (server: MailServer | undefined) =>
  ({
    mailboxUndo: async ({ change, holding, params }) => {
      const { address, takes } = await undoEntry(change, holding, params.jid);
      if (takes === undefined) return { data: null };
      const caught = await hasCatchAll(change, holding);
      const after = async () => ({
        info: await (takes ? proveTaken(server, address) : proveGone(server, address, caught)),
      });
      return { data: null, after };
    },
  }) satisfies Handlers<"mailboxUndo">;
