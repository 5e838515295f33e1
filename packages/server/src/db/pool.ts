import { Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolClient, types } from "pg";
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
  /** Prepare the statements that have parameters: for pools that run few statements often. */
  readonly prepare?: boolean;
}

/** Each costs memory in every connection; statements beyond these are planned at each call. */
const preparedAtMost = 200;

/** Prepares each statement once in a connection: to parse and plan one again costs more than to run it. */
function prepareStatements(names: Map<string, string>, client: PoolClient): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client);
  const prepared = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== "string" || !Array.isArray(values) || values.length === 0)
      return query(text, values, ...rest);
    if (!names.has(text) && names.size < preparedAtMost) names.set(text, `prepared-${names.size}`);
    const name = names.get(text);
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  Reflect.set(client, "query", prepared);
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
  const names = new Map<string, string>();
  if (options.prepare) pool.on("connect", (client) => prepareStatements(names, client));
  return pool;
}

export const openDatabase = (pool: Pool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
