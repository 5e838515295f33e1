import { type Call, type Needs, calls, pendingCalls } from "../src/index.ts";

const pending = new Set<string>(pendingCalls);

/** `service_ftp:write & service_ddbb:write`, `service:read | servicemail:read`, or `public`, `session`. */
export function printNeeds(needs: Needs): string {
  if (typeof needs === "string") return needs;
  const [keyLevels, separator] = "all" in needs ? [needs.all, " & "] : [needs.any, " | "];
  return Object.entries(keyLevels)
    .map(([key, level]) => `${key}:${level}`)
    .join(separator);
}

const rowOf = ([name, call]: [string, Call]): string[] => [
  name,
  call.method,
  call.path,
  call.changes ? "changes" : "reads",
  printNeeds(call.needs),
  pending.has(name) ? "pending" : "",
];

/** One line a call, in columns: a change of who may do what shows up in the review as a changed line. */
export function permissionMatrix(): string {
  const rows = Object.entries(calls)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(rowOf);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  "));
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
