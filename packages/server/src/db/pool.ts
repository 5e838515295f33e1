import { Kysely, PostgresDialect } from "kysely";
import { Pool, types } from "pg";
import type { DB } from "./schema.gen.ts";

// bigint ids stay below 2^53
types.setTypeParser(types.builtins.INT8, Number);

export interface PoolOptions {
  readonly max: number;
  /** Every statement on this pool runs in a read-only transaction, whatever the role may do. */
  readonly readOnly?: boolean;
  /** How long to wait for a connection, new or given back. */
  readonly waitMilliseconds?: number;
  /** How long a connection that nobody uses is kept; each costs PostgreSQL some megabytes. */
  readonly idleMilliseconds?: number;
  /** How long a statement waits for what another transaction holds; else as the role is set. */
  readonly lockMilliseconds?: number;
  readonly onError?: (error: Error) => void;
}

/** A pool for `url` (postgresql://role@/database?host=/socket/directory&port=5432 for the embedded cluster). */
export function openPool(url: string, options: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: options.waitMilliseconds ?? 3_000,
    idleTimeoutMillis: options.idleMilliseconds ?? 10_000,
    keepAlive: true,
    ...(options.lockMilliseconds === undefined ? {} : { lock_timeout: options.lockMilliseconds }),
    ...(options.readOnly ? { options: "-c default_transaction_read_only=on" } : {}),
  });
  // A connection lost while idle is replaced at the next query: not a reason to end the process.
  const onError = options.onError ?? (() => {});
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

export const openDatabase = (pool: Pool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
