import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "../home.ts";
import type { ServiceName } from "./service.ts";

/** Where to look on: the last thing the service said, and the command that shows the rest. */
export function logRemedy(home: Home, name: ServiceName): string {
  const rest = `All of it: atrio logs ${name}`;
  try {
    const lines = readFileSync(join(home.log, name, "current"), "utf8")
      .trim()
      .split("\n");
    // what svlogd puts before each line
    const last = lines.findLast((line) => line !== "")?.replace(/^\d{4}-\d\d-\d\d_[\d:.]+ /, "");
    return last === undefined ? rest : `Its log ends: ${last.slice(0, 300)}\n  ${rest}`;
  } catch {
    return rest;
  }
}
