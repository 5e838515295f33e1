import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { DB } from "../db/schema.gen.ts";

/** What every call stands on. */
export interface Spine {
  /** Read-only connections: `readPool` for the spine's own prepared statement, `readDb` for handlers. */
  readonly readPool: Pool;
  readonly readDb: Kysely<DB>;
  readonly changeDb: Kysely<DB>;
  /** Whether calls may name their language (`lang`). */
  forcesLanguage(): Promise<boolean>;
}
