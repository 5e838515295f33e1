/** weblog at work, until it is told to stop. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { DatabaseError } from "pg";
import { openDatabase, openPool } from "../db/pool.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import { LogFiles, type Piece, type Position, type Source } from "./files.ts";
import { Flood, type Kept } from "./flood.ts";
import { type Day, readPhp, readSite, readTraffic } from "./lines.ts";

const roundMilliseconds = 1_000;
/** With it the connection is kept, by which `status` sees that weblog is at work. */
const lookAtPositionsMilliseconds = 10_000;

export interface RunOptions {
  /** As role atrio_weblog. */
  readonly url: string;
  /** Where nginx writes access.log and error.log. */
  readonly sites: string;
  /** Where the messages of the FPM masters are logged. */
  readonly php: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

interface Found {
  readonly traffic: readonly Day[];
  readonly errors: readonly Kept[];
}
type Reader = (piece: Piece) => Found;

const readersOf = (flood: Flood): Record<string, Reader> => ({
  traffic: ({ text }) => ({ traffic: readTraffic(text.toString("latin1")), errors: [] }),
  site: ({ text }) => ({ traffic: [], errors: flood.keep(readSite(text.toString("latin1"))) }),
  php: ({ text }) => ({ traffic: [], errors: flood.keep(readPhp(text.toString("utf8"))) }),
});

const sourcesOf = ({ sites, php }: RunOptions): Source[] => [
  { name: "traffic", directory: sites, files: /^access\.log(?:\.\d+)?$/ },
  { name: "site", directory: sites, files: /^error\.log(?:\.\d+)?$/ },
  { name: "php", directory: php, files: /^(?:current|@[0-9a-f]{24}\.[su])$/ },
];

const row = ({ at, ...line }: Kept): object => ({
  ...("leftOut" in line ? { ...line, left_out: line.leftOut } : line),
  at: new Date(at).toISOString(),
});

/** Sums, messages and position in one transaction: each line counts once, whenever weblog is killed. */
async function take(db: Kysely<DB>, source: string, piece: Piece, { traffic, errors }: Found): Promise<void> {
  await sql`select weblog.take(${source}, ${piece.inode}, ${Buffer.from(piece.head, "hex")}, ${piece.readFrom},
    ${piece.readTo}, ${JSON.stringify(traffic)}::jsonb, ${JSON.stringify(errors.map(row))}::jsonb)`.execute(
    db,
  );
}

const nothing: Found = { traffic: [], errors: [] };

/** What PostgreSQL will not have of a piece it never will: without it the logs go on. */
const isRefused = (error: unknown): boolean =>
  error instanceof DatabaseError && /^2[23]/.test(error.code ?? "");

async function readPositions(db: Kysely<DB>, source: string): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select inode, encode(head, 'hex') as head, read_to as "readTo" from weblog.position
     where source = ${source}`.execute(db);
  return rows;
}

async function forget(db: Kysely<DB>, source: string, gone: readonly Position[]): Promise<void> {
  for (const { inode, head } of gone)
    await sql`delete from weblog.position
      where source = ${source} and inode = ${inode} and head = decode(${head}, 'hex')`.execute(db);
}

export async function runWeblog(options: RunOptions): Promise<void> {
  const { url, log, signal } = options;
  const pool = openPool(url, { max: 1, idleMilliseconds: 2 * lookAtPositionsMilliseconds });
  const db = openDatabase(pool);
  const files = sourcesOf(options).map((source) => new LogFiles(source));
  let readers = readersOf(new Flood());
  let lookedAt = -Infinity;
  while (!signal.aborted) {
    try {
      const look = performance.now() - lookedAt > lookAtPositionsMilliseconds;
      for (const one of files) {
        const { name } = one.source;
        if (look) one.reset(await readPositions(db, name));
        await one.read(async (piece) => {
          try {
            await take(db, name, piece, readers[name]!(piece));
          } catch (error) {
            if (!isRefused(error)) throw error;
            log("error", "a piece of the logs is left out", { source: name, error: messageOf(error) });
            await take(db, name, piece, nothing);
          }
        }, signal);
        if (!signal.aborted) await forget(db, name, one.gone());
      }
      if (look) lookedAt = performance.now();
    } catch (error) {
      log("warn", "the logs wait", { error: messageOf(error) });
      // what was counted of a flood and not stored comes again
      readers = readersOf(new Flood());
      lookedAt = -Infinity;
    }
    await sleep(roundMilliseconds, undefined, { signal }).catch(() => {});
  }
  await pool.end();
}
