/** The PHP of a service, as the operator's command sets it. */
import { DatabaseError } from "pg";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import { applyWeb } from "../../jobs/queue.ts";
import { PhpVersionRefused, notInstalled } from "../platform/php.ts";

export interface WebPhp {
  /** Null: the platform's. */
  readonly version: string | null;
  /** The oldest that its customer may choose. */
  readonly minimum: string;
}

/** Undefined where the holding has no sites. */
export async function readWebPhp({ db }: Read, holdingId: number): Promise<WebPhp | undefined> {
  return db
    .selectFrom("atrio.web_service as w")
    .innerJoin("atrio.holding as h", "h.id", "w.holding_id")
    .select(["w.php_version as version", "w.php_minimum as minimum"])
    .where("w.holding_id", "=", holdingId)
    .where("h.service_kind", "=", "hosting")
    .executeTakeFirst();
}

/** What PostgreSQL refuses (migrations/0025 and 0031), with what to do. */
function explained(error: unknown, name: string, { version, minimum }: WebPhp): unknown {
  const constraint = error instanceof DatabaseError ? error.constraint : undefined;
  if (constraint === "web_service_php_missing" && version !== null) return notInstalled(version, error);
  const remedy = `Choose both at once: atrio web ${name} --php VERSION --php-minimum ${minimum}`;
  if (constraint === "web_service_php_minimum")
    return new PhpVersionRefused(
      `Nothing was changed: ${name} would run PHP ${version}, below its minimum ${minimum}.`,
      remedy,
      error,
    );
  if (constraint === "web_service_php_default")
    return new PhpVersionRefused(
      `Nothing was changed: ${name} would run the installation's PHP, which is below its minimum ${minimum}.`,
      remedy,
      error,
    );
  return error;
}

export async function setWebPhp(
  change: Change,
  { id, reference }: { readonly id: number; readonly reference: string },
  wanted: Partial<WebPhp>,
): Promise<void> {
  await sql`select from atrio.web_lock(${id})`.execute(change.db);
  const before = await readWebPhp(change, id);
  if (!before)
    throw new PhpVersionRefused(
      `${reference} has no sites, and so no PHP.`,
      "Which have: atrio holding list",
    );
  const after = { ...before, ...wanted };
  try {
    await change.db
      .updateTable("atrio.web_service")
      .set({ php_version: after.version, php_minimum: after.minimum })
      .where("holding_id", "=", id)
      .execute();
  } catch (error) {
    throw explained(error, reference, after);
  }
  await change.record({ holdingId: id, area: "web", act: "webSetPhp", item: reference, before, after });
  if (after.version !== before.version) await applyWeb(change, id);
}
