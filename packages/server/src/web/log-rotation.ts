/** Keeps the logs of nginx small: what has grown is renamed, and removed when weblog has read it. */
import { lstat, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";

const largestBytes = 64 * 1024 ** 2;
/** nginx may still write to a renamed one for as long as a request takes. */
const settledMilliseconds = 10 * 60_000;
/** Of each, though nobody has read them: weblog is not there. */
const mostKept = 20;
const names = ["access.log", "error.log"];

export interface LogPlace {
  readonly directory: string;
  /** nginx is told to begin new ones. */
  readonly reopen: () => Promise<void>;
}

async function readFiles(db: Kysely<DB>): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ inode: number; read_to: number }>`
    select inode, max(read_to) as read_to from weblog.position where source in ('traffic', 'site') group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.inode, row.read_to]));
}

/** Returns how many were renamed and removed. */
export async function rotateLogs(
  db: Kysely<DB>,
  { directory, reopen }: LogPlace,
): Promise<{ logsRenamed: number; logsRemoved: number }> {
  const read = await readFiles(db);
  const all = await readdir(directory).catch(() => []);
  let logsRemoved = 0;
  for (const name of names) {
    const renamed = all.filter((file) => new RegExp(`^${name}\\.\\d+$`).test(file)).toSorted();
    for (const [place, file] of renamed.entries()) {
      const path = join(directory, file);
      const { ino, size } = await lstat(path);
      const settled = Date.now() - Number(file.slice(name.length + 1)) > settledMilliseconds;
      const isRead = settled && (read.get(ino) ?? 0) >= size;
      if (!isRead && place >= renamed.length - mostKept) continue;
      await unlink(path);
      // its number is another file's next
      await sql`delete from weblog.position where source in ('traffic', 'site') and inode = ${ino}`.execute(
        db,
      );
      logsRemoved += 1;
    }
  }
  let logsRenamed = 0;
  for (const name of names) {
    const path = join(directory, name);
    const status = await lstat(path).catch(() => undefined);
    if (!status || status.size < largestBytes) continue;
    await rename(path, `${path}.${Date.now()}`);
    logsRenamed += 1;
  }
  if (logsRenamed > 0) await reopen();
  return { logsRenamed, logsRemoved };
}
