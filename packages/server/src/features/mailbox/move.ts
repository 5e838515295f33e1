/** One way for every change of a mailbox that can be taken back: from one state to another. */
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { withMailRules } from "../mail/rules.ts";
import { type MailLimits, shownAddress } from "../mail/service.ts";
import { refuseMissing } from "../mail/targets.ts";
import type { MailboxState } from "./journal-entry.ts";
import { refuseQuota } from "./quota.ts";
import { endSessions } from "./sessions.ts";
import type { MayWrite, StoredMailbox } from "./store.ts";

export interface Move {
  readonly act: "mailboxSave" | "mailboxForward" | "mailboxDelete" | "mailboxRestore" | "mailboxUndo";
  readonly limits: MailLimits;
  readonly was: StoredMailbox;
  readonly wanted: MailboxState;
  /** Of the form that asks for it. */
  readonly field?: "target" | "quota";
}

async function refuseTaken({ db }: Change, address: string): Promise<void> {
  const taken = await db
    .selectFrom("atrio.mail_address")
    .select("address")
    .where("address", "=", address)
    .executeTakeFirst();
  if (!taken) return;
  refuse("conflict", { message: { key: "mail.taken_again", values: { address: shownAddress(address) } } });
}

async function refuseMove(change: Change, holding: MayWrite, move: Move): Promise<void> {
  const { was, wanted, limits, field } = move;
  const comes = was.state.deleted && !wanted.deleted;
  if (wanted.deleted && !was.eliminable) refuse("conflict", { message: "mail.not_eliminable" });
  if (comes) await refuseTaken(change, was.address);
  if (field === "target")
    await refuseMissing(
      change,
      { reference: holding.reference, address: was.address },
      wanted.forwardTargets,
    );
  if (!comes && was.state.quota === wanted.quota) return;
  const { id, quota } = wanted;
  await refuseQuota(change, holding.id, limits, { id, quota, usage: was.usage, asked: field === "quota" });
}

async function write({ db }: Change, holding: MayWrite, { was, wanted }: Move): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("atrio.mailbox")
    .set({
      quota_bytes: wanted.quota,
      forward_targets: [...wanted.forwardTargets],
      keeps_copy: wanted.keepsCopy,
      ...(was.state.deleted === wanted.deleted
        ? {}
        : { deleted_at: wanted.deleted ? sql<Date>`now()` : null }),
    })
    .where("holding_id", "=", holding.id)
    .where("id", "=", wanted.id)
    .executeTakeFirst();
  // a deleted one is gone for good meanwhile
  if (numUpdatedRows === 0n) refuse("notFound");
}

/** Returns the journal entry that takes it back; null where nothing changed. */
export async function moveMailbox(change: Change, holding: MayWrite, move: Move): Promise<number | null> {
  const { was, wanted, limits, act, field } = move;
  if (isDeepStrictEqual(was.state, wanted)) {
    change.unchanged();
    return null;
  }
  await refuseMove(change, holding, move);
  const rules = { address: was.address, limits, fields: field ? [field] : [] };
  await withMailRules(rules, () => write(change, holding, move));
  if (wanted.deleted) await endSessions(change, holding.id, wanted.id);
  return change.record({
    holdingId: holding.id,
    area: "mail",
    act,
    item: was.address,
    before: { mailbox: was.state },
    after: { mailbox: wanted },
  });
}
