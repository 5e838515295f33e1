/** Removes the folders of mailboxes that are gone for good. */
import { execFile } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { kick } from "./kick-job.ts";

const run = promisify(execFile);
/** The rest waits for the next time. */
const atOnce = 100;

/** As the account whose mail it is: whatever lies in there, a link among it, is not root's to follow. */
async function removeFolder(store: string, mailboxId: number): Promise<void> {
  const folder = join(store, String(mailboxId));
  const { uid, gid } = lstatSync(store);
  const isRoot = process.getuid?.() === 0;
  if (isRoot && uid === 0) throw new Error(`${store} belongs to root: no folder in it is removed.`);
  await run("/bin/rm", ["-rf", "--one-file-system", "--", folder], {
    cwd: "/",
    ...(isRoot ? { uid, gid } : {}),
  });
}

export interface MailStore {
  /** The directory of all mailboxes, each in a folder of its number. */
  readonly directory: string;
  /** Of Dovecot. */
  readonly configuration: string | undefined;
}

/** Returns how many it removed. One that stays for a fault is tried again each time. */
export async function removeMailStores(
  db: Kysely<DB>,
  { directory, configuration }: MailStore,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<number> {
  if (!existsSync(directory)) return 0;
  const rows = await db
    .selectFrom("atrio.mail_store_removal as r")
    .leftJoin("atrio.mail_address as a", "a.address", "r.address")
    .select(["r.mailbox_id as id", "r.address", "a.address as newOne"])
    .orderBy("r.asked_at")
    .limit(atOnce)
    .execute();
  let removed = 0;
  for (const { id, address, newOne } of rows) {
    try {
      // who is in one that was made since stays there
      if (newOne === null) await kick(configuration, address);
      await removeFolder(directory, id);
      await db.deleteFrom("atrio.mail_store_removal").where("mailbox_id", "=", id).execute();
      removed += 1;
    } catch (error) {
      log.warn({ err: error, mailbox: id }, "the folder of a mailbox stays");
    }
  }
  return removed;
}
