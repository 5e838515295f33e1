import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import type { Account } from "./machine.ts";

/** A directory of exactly this mode and owner, whatever the umask. */
export function makeDirectory(path: string, mode: number, account?: Account): void {
  mkdirSync(path, { recursive: true, mode });
  chmodSync(path, mode);
  if (account) chownSync(path, account.uid, account.gid);
}

/** Writes whole or not at all; a reader never sees half a file. */
export function replaceFile(path: string, text: string, mode: number, account?: Account): void {
  const next = `${path}.${process.pid}`;
  writeFileSync(next, text, { mode, flag: "w" });
  chmodSync(next, mode);
  if (account) chownSync(next, account.uid, account.gid);
  renameSync(next, path);
}

/** Like `replaceFile`; says whether the text is another than before. */
export function updateFile(path: string, text: string, mode: number, account?: Account): boolean {
  const changed = !existsSync(path) || readFileSync(path, "utf8") !== text;
  if (changed) replaceFile(path, text, mode, account);
  else {
    chmodSync(path, mode);
    if (account) chownSync(path, account.uid, account.gid);
  }
  return changed;
}
