/** The connection of operators' commands: role atrio_worker, every change through the journal. */
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { inChange } from "@atrio/server/db/change.ts";
import type { Actor, Change } from "@atrio/server/db/handles.ts";
import { openDatabase, openPool } from "@atrio/server/db/pool.ts";
import { findMisfit } from "@atrio/server/db/schema-version.ts";
import type { DB } from "@atrio/server/db/schema.gen.ts";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { Failure, codeOf, messageOf } from "./failure.ts";
import type { Home } from "./home.ts";
import { refuseOther } from "./install/claim.ts";
import { roleUrlFile } from "./install/secrets.ts";

export interface Operator {
  readonly db: Kysely<DB>;
  /** One journaled transaction, in the operator's name. */
  readonly change: <T>(work: (change: Change) => Promise<T>) => Promise<T>;
}

const actor = (): Actor => ({
  source: "command",
  userId: null,
  username: process.env["SUDO_USER"] ?? userInfo().username,
  ip: null,
  requestId: null,
});

function readUrl(home: Home): string {
  try {
    return readFileSync(roleUrlFile(home, "atrio_worker"), "utf8").trim();
  } catch (error) {
    if (codeOf(error) === "EACCES")
      throw new Failure(
        `You may not read ${home.secrets}.`,
        "Run it as the user who ran `atrio up` (root on a server).",
        77,
      );
    throw new Failure(
      `There is no installation in ${home.root}.`,
      "Run `atrio up` first, or name another with --home DIR.",
      69,
    );
  }
}

/** Nobody waits at a terminal for an SMTP server that hangs. */
const lockMilliseconds = 10_000;
const notToBeHad = "55P03";

const unreachable = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "57P03"]);

async function refuseMisfit(pool: Pool): Promise<void> {
  const misfit = await findMisfit(pool);
  if (misfit) throw new Failure(misfit.text, misfit.remedy, 65);
}

/** A home whose database was given to another one has no business in it. */
async function refuseForeign(pool: Pool, home: Home): Promise<void> {
  const client = await pool.connect();
  try {
    await refuseOther(client, home);
  } finally {
    client.release();
  }
}

export async function asOperator<T>(home: Home, work: (operator: Operator) => Promise<T>): Promise<T> {
  const pool = openPool(readUrl(home), { max: 2, lockMilliseconds });
  const db = openDatabase(pool);
  try {
    await refuseMisfit(pool);
    await refuseForeign(pool, home);
    return await work({ db, change: (act) => inChange(db, actor(), act) });
  } catch (error) {
    if (unreachable.has(codeOf(error) ?? ""))
      throw new Failure(
        `PostgreSQL cannot be reached: ${messageOf(error)}`,
        "Start it: atrio up. Its state: atrio status",
        69,
      );
    if (codeOf(error) === notToBeHad)
      throw new Failure(
        "Nothing was changed: something else holds it, such as a message that is being sent.",
        "Try again in two minutes. What the mailer does: atrio logs mailer",
        75,
      );
    throw error;
  } finally {
    await db.destroy();
  }
}
