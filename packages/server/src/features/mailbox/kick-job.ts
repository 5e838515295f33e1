/** Job 'mail.kick': Dovecot ends the sessions of a mailbox; who comes again meets what holds now. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import type { JobTask } from "../../jobs/job.ts";

const run = promisify(execFile);
const doveadm = "/usr/bin/doveadm";
/** sysexits.h, EX_NOHOST: there was no session to end. */
const nobodyThere = 68;

/** `configuration`: of our Dovecot; where there is none, nobody has a session. */
export async function kick(
  configuration: string | undefined,
  address: string,
  signal?: AbortSignal,
): Promise<void> {
  if (configuration === undefined || !existsSync(configuration)) return;
  try {
    await run(doveadm, ["-c", configuration, "kick", address], { cwd: "/", timeout: 10_000, signal });
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === nobodyThere) return;
    throw error;
  }
}

/** The job's subject is the mailbox. */
export const kickMailbox =
  (configuration: string | undefined): JobTask =>
  async ({ db, subjectId, signal }) => {
    const mailbox = await db
      .selectFrom("atrio.mailbox")
      .select("address")
      .where("id", "=", subjectId)
      .executeTakeFirst();
    if (mailbox) await kick(configuration, mailbox.address, signal);
  };
