/** Which versions of PHP run on this installation, and who uses them. */
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";

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
