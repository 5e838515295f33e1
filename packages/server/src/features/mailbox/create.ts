import { type Kysely, sql } from "kysely";
import type { Change } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import { refuseReserved, withMailRules } from "../mail/rules.ts";
import { lockMail } from "../mail/service.ts";
import type { MailboxState } from "./journal-entry.ts";
import type { StoredPassword } from "./password.ts";
import { refuseQuota, usualQuota } from "./quota.ts";
import type { MayWrite } from "./store.ts";

/** A password is sealed for a row that is to come. An id is never given twice: the folder of its mail has its name. */
export async function nextMailboxId(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('atrio.mailbox_id_seq') as id`.execute(db);
  return rows[0]!.id;
}

export interface NewMailbox {
  readonly id: number;
  readonly localPart: string;
  /** Bytes; null where unlimited, undefined for the usual one. */
  readonly quota: number | null | undefined;
  readonly password: StoredPassword;
}

export interface CreatedMailbox {
  readonly address: string;
  readonly undo: number;
}

export async function createMailbox(
  change: Change,
  holding: MayWrite,
  { id, localPart, quota: given, password }: NewMailbox,
): Promise<CreatedMailbox> {
  const limits = await lockMail(change, holding);
  refuseReserved(holding, localPart);
  const quota = given === undefined ? await usualQuota(change, holding.id, limits, id) : given;
  await refuseQuota(change, holding.id, limits, { id, quota, usage: 0, asked: true });
  const address = `${localPart}@${holding.reference}`;
  await withMailRules({ address, limits, fields: ["name", "quota"] }, () =>
    sql`
        insert into atrio.mailbox (id, holding_id, local_part, password_hash, password_sealed, quota_bytes)
        overriding system value
        values (${id}, ${holding.id}, ${localPart}, ${password.hash}, ${password.sealed}, ${quota})`.execute(
      change.db,
    ),
  );
  const mailbox: MailboxState = {
    id,
    localPart,
    quota,
    forwardTargets: [],
    keepsCopy: true,
    deleted: false,
  };
  const undo = await change.record({
    holdingId: holding.id,
    area: "mail",
    act: "mailboxCreate",
    item: address,
    before: null,
    after: { mailbox },
  });
  return { address, undo };
}
