import { readFileSync, statSync } from "node:fs";
import { UsageFailure, codeOf, messageOf } from "../failure.ts";

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000).toLocaleString("en")} kB`;

/** The bytes of a file that an option names, refused before they are read where they are too many. */
export function readFile(path: string, option: string, largest: number): Buffer {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new UsageFailure(`--${option} ${path} is no file.`);
    if (stat.size > largest)
      throw new UsageFailure(
        `--${option} ${path} is too large: it has ${kilobytes(stat.size)}.`,
        `At most ${kilobytes(largest)}.`,
      );
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new UsageFailure(`--${option} ${path} cannot be read: ${messageOf(error)}`);
  }
}

const decoded = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** No text has them, and PostgreSQL keeps no U+0000. */
const control = /[^\P{Cc}\t\n\f\r]/u;

/** The same as text. */
export function readText(path: string, option: string, largest: number): string {
  const text = decoded(readFile(path, option, largest));
  if (text === undefined)
    throw new UsageFailure(`--${option} ${path} is no text in UTF-8.`, "Save it as UTF-8.");
  const found = control.exec(text);
  if (!found) return text;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  const line = text.slice(0, found.index).split("\n").length;
  throw new UsageFailure(
    `--${option} ${path} has a control character (U+${code}) in line ${line}.`,
    "Save it as plain text in UTF-8.",
  );
}
