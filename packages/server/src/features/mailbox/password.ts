/** A mailbox's password: hashed for Dovecot, and sealed by the vault so that its owner can see it again. */
import { servicePasswordFault } from "@atrio/contract";
import type { Kysely } from "kysely";
import { inChange } from "../../db/change.ts";
import type { Actor, Change, Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import { refuse } from "../../http/refuse.ts";
import type { Vault } from "../../vault/client.ts";
import { guardReserved } from "../mail/rules.ts";
import { lockMail } from "../mail/service.ts";
import { countAct } from "../session/attempts.ts";
import { hashPassword } from "../session/password.ts";
import { endSessions } from "./sessions.ts";
import { type MayWrite, findMailbox, getMailbox } from "./store.ts";

const placeOf = (mailboxId: number) => ({ table: "mailbox", row: mailboxId, field: "password" });

export interface StoredPassword {
  readonly hash: string;
  readonly sealed: Buffer;
}

/** Mailboxes are guessed at day and night, from everywhere. */
export function refusePredictable(password: string, address: string): void {
  const fault = servicePasswordFault(password, [address]);
  if (fault) refuse("invalid", { fields: { password: fault } });
}

/** Slow: outside the transaction. */
export async function storePassword(
  vault: Vault,
  mailboxId: number,
  password: string,
): Promise<StoredPassword> {
  const [sealed, hash] = await Promise.all([
    vault.seal(placeOf(mailboxId), password),
    hashPassword(password),
  ]);
  return { hash: `{ARGON2ID}${hash}`, sealed };
}

const record = (change: Change, holding: MayWrite, act: string, address: string) =>
  change.record({ holdingId: holding.id, area: "mail", act, item: address, before: null, after: null });

export async function changePassword(
  change: Change,
  holding: MayWrite,
  id: number,
  { hash, sealed }: StoredPassword,
): Promise<void> {
  await lockMail(change, holding);
  const { address } = await findMailbox(change, holding, id, "live");
  await change.db
    .updateTable("atrio.mailbox")
    .set({ password_hash: hash, password_sealed: sealed })
    .where("holding_id", "=", holding.id)
    .where("id", "=", id)
    .execute();
  await endSessions(change, holding.id, id);
  await record(change, holding, "mailboxChangePassword", address);
}

/** Whoever has got hold of a session must not carry off all passwords. */
const revealLimit = (userId: number | null) => ({
  subject: `mailbox:reveal:${userId}`,
  max: 20,
  minutes: 60,
});

export interface Revealer {
  /** For changes: it is counted and written down who saw it. */
  readonly db: Kysely<DB>;
  readonly vault: Vault;
  readonly actor: Actor;
  /** A link or an image elsewhere may ask, but is shown nothing and counts nothing. */
  readonly mayReveal: boolean;
}

export async function revealPassword(
  read: Read,
  holding: MayWrite,
  id: number,
  { db, vault, actor, mayReveal }: Revealer,
): Promise<string> {
  if (!mayReveal) refuse("forbidden");
  const { user: address } = await getMailbox(read, holding, id);
  guardReserved(holding, address);
  const { password_sealed: sealed } = await read.db
    .selectFrom("atrio.mailbox")
    .select("password_sealed")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!sealed) return refuse("conflict", { message: "mail.password_hidden" });
  const password = await vault.open(placeOf(id), sealed);
  await inChange(db, actor, async (change) => {
    await countAct(change, [revealLimit(actor.userId)]);
    await record(change, holding, "mailboxRevealPassword", address);
  });
  return password.toString("utf8");
}
