import type { LogEntry } from "@atrio/contract";

/** Each word is found in the host, the level or the message, in any case of letters. */
export function filterLog(entries: readonly LogEntry[], q: string): readonly LogEntry[] {
  const wanted = q.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ host, level, message }) => {
    const text = `${host} ${level} ${message}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
