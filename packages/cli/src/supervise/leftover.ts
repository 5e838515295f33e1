import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Home } from "../home.ts";
import { isAlive, readMark, signal } from "../processes.ts";
import type { ServiceName } from "../services/service.ts";

/** Ends a service that nobody supervises any more, and its mark with it. */
export async function endLeftover(home: Home, name: ServiceName, timeoutSeconds: number): Promise<void> {
  const path = join(home.marks, name);
  const mark = readMark(path);
  if (isAlive(mark)) {
    signal(mark, name === "postgres" ? "SIGINT" : "SIGTERM");
    for (let tries = 0; isAlive(mark) && tries < timeoutSeconds * 20; tries++) await sleep(50);
    if (isAlive(mark)) signal(mark, "SIGKILL");
  }
  rmSync(path, { force: true });
}

/** Keeps the supervisor from starting the service before its turn. */
export const holdBack = (home: Home, name: ServiceName): void =>
  writeFileSync(join(home.sv, name, "down"), "");
