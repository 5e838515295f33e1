/**
 * Files that only grow, and are renamed and begun anew: each is read on where it was left, whatever it is called by then. How far
 * that is stands in the database, beside what was read.
 */
import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";

export interface Source {
  readonly name: string;
  readonly directory: string;
  /** What its files are called; the one that is written to has none of the others' endings. */
  readonly files: RegExp;
}
/** A number is used again: the beginning of the first line says which file it is. */
export interface Position {
  readonly inode: number;
  /** In hexadecimal. */
  readonly head: string;
  readonly readTo: number;
}
/** Whole lines. One that is longer than a piece is cut. */
export interface Piece extends Position {
  readonly readFrom: number;
  readonly text: Buffer;
}

const pieceBytes = 1 << 20;
const headBytes = 64;
const lineEnd = 10;

const keyOf = ({ inode, head }: Pick<Position, "inode" | "head">): string => `${inode} ${head}`;

async function readAt(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, from);
  return buffer.subarray(0, bytesRead);
}

/** Undefined while the first line is not there. */
async function headOf(file: FileHandle): Promise<string | undefined> {
  const begin = await readAt(file, 0, headBytes);
  const end = begin.indexOf(lineEnd);
  if (end === -1 && begin.length < headBytes) return undefined;
  return begin.subarray(0, end === -1 ? headBytes : end + 1).toString("hex");
}

/** What is new from `readFrom` on; undefined while no line is whole. */
async function readOn(
  file: FileHandle,
  readFrom: number,
): Promise<Pick<Piece, "readTo" | "text"> | undefined> {
  // the octet before says whether a line was cut here, the rest of which is nobody's
  const before = readFrom === 0 ? 0 : 1;
  const read = await readAt(file, readFrom - before, pieceBytes + before);
  const isCut = before === 1 && read[0] !== lineEnd;
  const fresh = read.subarray(before);
  const isFull = fresh.length === pieceBytes;
  const end = fresh.lastIndexOf(lineEnd) + 1 || (isFull ? fresh.length : 0);
  if (end === 0) return undefined;
  const begin = isCut ? fresh.indexOf(lineEnd) + 1 || end : 0;
  return { readTo: readFrom + end, text: fresh.subarray(begin, end) };
}

/** What was renamed is older. */
const age = (name: string): number => (/^@|\.\d+$/.test(name) ? 0 : 1);

export class LogFiles {
  readonly source: Source;
  /** By inode and head. */
  readonly #positions = new Map<string, Position>();
  /** As each number was seen last: what has not grown is not opened. */
  readonly #seen = new Map<number, { readonly key: string; readonly size: number }>();

  readonly #there = new Set<number>();

  constructor(source: Source) {
    this.source = source;
  }

  /** Forgets what it believed. */
  reset(positions: readonly Position[]): void {
    this.#positions.clear();
    this.#seen.clear();
    for (const position of positions) this.#positions.set(keyOf(position), position);
  }

  /** The newest last. */
  async #paths(): Promise<string[]> {
    const names = await readdir(this.source.directory).catch(() => []);
    return names
      .filter((name) => this.source.files.test(name))
      .toSorted((one, other) => age(one) - age(other) || (one < other ? -1 : 1))
      .map((name) => join(this.source.directory, name));
  }

  /** Hands over what is new, piece by piece. What `done` fails for is not read past. */
  async read(done: (piece: Piece) => Promise<void>, signal: AbortSignal): Promise<void> {
    this.#there.clear();
    for (const path of await this.#paths()) {
      const status = await lstat(path).catch(() => undefined);
      if (!status?.isFile()) continue;
      this.#there.add(status.ino);
      if (this.#seen.get(status.ino)?.size === status.size) continue;
      // a link that took its place meanwhile is not followed, and a pipe is not waited for
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
        () => undefined,
      );
      if (!file) continue;
      try {
        await this.#readFile(file, done, signal);
      } finally {
        await file.close();
      }
    }
  }

  async #readFile(
    file: FileHandle,
    done: (piece: Piece) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const { ino: inode, size } = await file.stat();
    const head = await headOf(file);
    if (head === undefined) return;
    const key = keyOf({ inode, head });
    while (!signal.aborted) {
      const readFrom = this.#positions.get(key)?.readTo ?? 0;
      const read = await readOn(file, readFrom);
      if (!read) {
        this.#seen.set(inode, { key, size });
        return;
      }
      await done({ inode, head, readFrom, ...read });
      this.#positions.set(key, { inode, head, readTo: read.readTo });
    }
  }

  /** Positions in files that were not there any more when all was read. */
  gone(): Position[] {
    const isGone = ([key, { inode }]: [string, Position]): boolean =>
      !this.#there.has(inode) || (this.#seen.has(inode) && this.#seen.get(inode)?.key !== key);
    const gone = [...this.#positions].filter(isGone);
    for (const [key] of gone) this.#positions.delete(key);
    return gone.map(([, position]) => position);
  }
}
