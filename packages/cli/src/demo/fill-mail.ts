/** Makes the demo's mailboxes once the vault and Dovecot are there, and delivers real letters to them. */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { join } from "node:path";
import { generatePassword } from "@atrio/contract";
import type { Change } from "@atrio/server/db/handles.ts";
import { createAlias } from "@atrio/server/features/alias/store.ts";
import { findHolding } from "@atrio/server/features/holding/store.ts";
import { setMailLimits } from "@atrio/server/features/mail/operator.ts";
import { lockMail } from "@atrio/server/features/mail/service.ts";
import { putAutoresponder } from "@atrio/server/features/mailbox/autoresponder.ts";
import { createMailbox, nextMailboxId } from "@atrio/server/features/mailbox/create.ts";
import type { MailboxState } from "@atrio/server/features/mailbox/journal-entry.ts";
import { type Move, moveMailbox } from "@atrio/server/features/mailbox/move.ts";
import { type StoredPassword, storePassword } from "@atrio/server/features/mailbox/password.ts";
import { findMailbox } from "@atrio/server/features/mailbox/store.ts";
import type { Granted } from "@atrio/server/http/handler.ts";
import { grantedToOperator } from "@atrio/server/http/permission.ts";
import { type Vault, openVault } from "@atrio/server/vault/client.ts";
import { createTransport } from "nodemailer";
import { type Operator, asOperator } from "../database.ts";
import type { Home } from "../home.ts";
import type { Plan } from "../services/plan.ts";
import { readDemoAccess } from "../services/ready.ts";
import { mailSockets, vaultSocket } from "../services/values.ts";
import { type DemoAlias, type DemoLetter, type DemoMail, type DemoMailbox, demoMail } from "./mail.ts";

type Owned = Granted<{ servicemail_accounts: "write"; servicemail_alias: "write" }>;

/** A mailbox of the demo that can be made now: hashing and sealing are done. */
interface Prepared {
  readonly mailbox: DemoMailbox;
  readonly id: number;
  readonly password: StoredPassword;
}

const prepare = (vault: Vault, { db }: Operator, mailboxes: readonly DemoMailbox[]): Promise<Prepared[]> =>
  Promise.all(
    mailboxes.map(async (mailbox) => {
      const id = await nextMailboxId(db);
      return { mailbox, id, password: await storePassword(vault, id, generatePassword()) };
    }),
  );

async function move(
  change: Change,
  holding: Owned,
  id: number,
  act: Move["act"],
  to: Partial<MailboxState>,
): Promise<void> {
  const limits = await lockMail(change, holding);
  const was = await findMailbox(change, holding, id, "live");
  await moveMailbox(change, holding, { act, limits, was, wanted: { ...was.state, ...to } });
}

async function addMailbox(
  change: Change,
  holding: Owned,
  { mailbox, id, password }: Prepared,
): Promise<void> {
  const { name: localPart, quota, autoresponder, isKept } = mailbox;
  await createMailbox(change, holding, { id, localPart, quota, password });
  if (autoresponder) await putAutoresponder(change, holding, "autoresponderSave", id, autoresponder);
  if (isKept)
    await change.db.updateTable("atrio.mailbox").set({ eliminable: false }).where("id", "=", id).execute();
}

async function addAlias(change: Change, holding: Owned, { name, target, isKept }: DemoAlias): Promise<void> {
  const { alias } = await createAlias(change, holding, { name, target });
  if (isKept && alias)
    await change.db
      .updateTable("atrio.alias")
      .set({ eliminable: false })
      .where("id", "=", alias.id)
      .execute();
}

/** Straight into the mailbox: nothing of the world is asked about it. */
async function deliver(home: Home, address: string, { from, subject, text, attached }: DemoLetter) {
  const transport = createTransport({
    lmtp: true,
    ignoreTLS: true,
    connection: connect(join(mailSockets(home), "lmtp")),
  });
  const attachments = attached ? [{ filename: "adjunto.bin", content: randomBytes(attached) }] : [];
  await transport.sendMail({ from, to: address, subject, text, attachments });
}

async function deliverAll(home: Home, { reference, mailboxes }: DemoMail): Promise<void> {
  for (const { name, letters } of mailboxes)
    for (const one of letters) await deliver(home, `${name}@${reference}`, one);
}

async function ownedHolding({ db }: Operator, reference: string): Promise<Owned> {
  const holding = await findHolding({ db }, reference);
  if (!holding) throw new Error(`The demo has no ${reference}.`);
  const { id, serviceKind, hasMail } = holding;
  const forever = { domainExpireTs: null, serviceExpireTs: null };
  return grantedToOperator({ id, reference, ...forever, serviceKind, hasMail });
}

async function hasMailboxes({ db }: Operator, { id }: Owned): Promise<boolean> {
  const some = await db
    .selectFrom("atrio.mailbox")
    .select("id")
    .where("holding_id", "=", id)
    .limit(1)
    .execute();
  return some.length > 0;
}

/** Returns how many mailboxes were made: none where there are some. */
async function fillOne({ home, names }: Plan, operator: Operator, mail: DemoMail): Promise<number> {
  const holding = await ownedHolding(operator, mail.reference);
  if (await hasMailboxes(operator, holding)) return 0;
  const prepared = await prepare(openVault(vaultSocket(home)), operator, mail.mailboxes);
  await operator.change(async (change) => {
    await setMailLimits(change, holding, mail.limits);
    for (const one of prepared) await addMailbox(change, holding, one);
    for (const alias of mail.aliases) await addAlias(change, holding, alias);
  });
  if (names.includes("dovecot")) await deliverAll(home, mail);
  await operator.change(async (change) => {
    change.unchanged();
    for (const { mailbox, id } of prepared) {
      const { forward, isDeleted } = mailbox;
      if (forward) await move(change, holding, id, "mailboxForward", { forwardTargets: [...forward] });
      if (isDeleted) await move(change, holding, id, "mailboxDelete", { deleted: true });
    }
  });
  return prepared.length;
}

/** Returns what was done, in a few words. */
export function fillMail(plan: Plan): Promise<string> {
  return asOperator(plan.home, async (operator) => {
    if (!readDemoAccess(plan.home)) return "the database has holdings of its own and is left alone";
    let made = 0;
    for (const mail of demoMail) made += await fillOne(plan, operator, mail);
    return made === 0 ? "is there already" : `${made} mailboxes`;
  });
}
