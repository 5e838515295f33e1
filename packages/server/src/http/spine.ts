import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { DB } from "../db/schema.gen.ts";
import type { Refused } from "./refuse.ts";
import type { TurnsById } from "./turns.ts";

/** What every call stands on. */
export interface Spine {
  /** Read-only connections: `readPool` for the spine's own prepared statement, `readDb` for handlers. */
  readonly readPool: Pool;
  readonly readDb: Kysely<DB>;
  readonly changeDb: Kysely<DB>;
  /** By holding: its changes wait for each other here, where they hold no connection of `changeDb`. */
  readonly changeTurns: TurnsById;
  /** What the registry said to the order that the job stands for; null where it has not said no. */
  refusalOfJob(job: number): Promise<Refused | null>;
  /** Whether calls may name their language (`lang`), by the host they were sent to. */
  forcesLanguage(host: string): Promise<boolean>;
}
