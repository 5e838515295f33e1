/** Which versions of PHP run on this installation, who uses them, and which one those run that chose none. */
import { sql } from "kysely";
import { DatabaseError } from "pg";
import type { Change, Read } from "../../db/handles.ts";

/** A fact about the machine, not a change of anybody's: it has no journal entry. */
export async function setPhpVersions({ db }: Read, versions: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom("atrio.php_version")
      .where("version", "not in", ["", ...versions])
      .execute();
    for (const version of versions)
      await transaction
        .insertInto("atrio.php_version")
        .values({ version })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

export interface PhpUse {
  /** What services run that chose none. */
  readonly platformVersion: string;
  readonly services: ReadonlyMap<string, number>;
}

export async function readPhpUse({ db }: Read): Promise<PhpUse> {
  const { php_default: platformVersion } = await db
    .selectFrom("atrio.platform")
    .select("php_default")
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ version: string; services: number }>`
    select coalesce(w.php_version, p.php_default) as version, count(*)::int as services
      from atrio.web_service w join atrio.holding h on h.id = w.holding_id cross join atrio.platform p
     where h.service_kind = 'hosting' group by 1`.execute(db);
  return { platformVersion, services: new Map(rows.map((row) => [row.version, row.services])) };
}

/** Why a version of PHP is not taken, and what to do. */
export class PhpVersionRefused extends Error {
  readonly remedy: string;
  constructor(message: string, remedy: string, cause?: unknown) {
    super(message, { cause });
    this.remedy = remedy;
  }
}

/** Forgets one that nobody runs: from then on nobody can choose it, and who is just choosing it is waited for. */
export async function forgetPhpVersion({ db }: Read, version: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("atrio.php_version").where("version", "=", version).execute();
    const { platformVersion, services } = await readPhpUse({ db: transaction });
    const users = services.get(version) ?? 0;
    if (users > 0)
      throw new PhpVersionRefused(
        `Nothing was removed: ${users === 1 ? "one service runs" : `${users} services run`} PHP ${version}.`,
        "Have them use another version, in the panel or with: atrio web NAME --php VERSION",
      );
    if (platformVersion === version)
      throw new PhpVersionRefused(
        `Nothing was removed: services that choose none run PHP ${version}.`,
        "Have them run another: atrio php default VERSION",
      );
  });
}

export const notInstalled = (version: string, cause?: unknown) =>
  new PhpVersionRefused(
    `PHP ${version} is not installed.`,
    `Which are: atrio php list. To install it: atrio php add ${version}`,
    cause,
  );

const namedAtMost = 5;

/** Services that follow the platform's version and need a newer one. */
async function needingMore({ db }: Read, version: string): Promise<string> {
  const rows = await db
    .selectFrom("atrio.web_service as w")
    .innerJoin("atrio.holding as h", "h.id", "w.holding_id")
    .select("h.reference")
    .where("w.php_version", "is", null)
    .where("w.php_minimum", ">", version)
    .orderBy("h.reference")
    .execute();
  const names = rows.slice(0, namedAtMost).map(({ reference }) => reference);
  return `${names.join(", ")}${rows.length > namedAtMost ? ` and ${rows.length - namedAtMost} more` : ""}`;
}

/** Returns whether it was another one. Who chose none follows by a task of its own (migrations/0031). */
export async function setPhpDefault(change: Change, version: string): Promise<boolean> {
  const { rows } = await sql<{ before: string }>`
    select php_default as before from atrio.platform for no key update`.execute(change.db);
  const { before } = rows[0]!;
  if (before === version) {
    change.unchanged();
    return false;
  }
  await change.db.updateTable("atrio.platform").set({ php_default: version }).execute();
  await change.record({
    holdingId: null,
    area: "platform",
    act: "phpDefault",
    item: null,
    before: { php: before },
    after: { php: version },
  });
  return true;
}

/** In words, what PostgreSQL has refused of a new default; anything else as it came. */
export async function explainDefault(read: Read, version: string, error: unknown): Promise<unknown> {
  const constraint = error instanceof DatabaseError ? error.constraint : undefined;
  if (constraint === "platform_php_missing") return notInstalled(version, error);
  if (constraint !== "platform_php_minimum") return error;
  return new PhpVersionRefused(
    `Nothing was changed: PHP ${version} is below what services need that chose no version: ${await needingMore(read, version)}.`,
    "Choose one for each of them first: atrio web NAME --php VERSION",
    error,
  );
}
