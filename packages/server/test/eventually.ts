import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

export async function eventually(
  what: string,
  check: () => Promise<boolean>,
  milliseconds = 15_000,
): Promise<void> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(30)) if (await check()) return;
  assert.fail(`not in time: ${what}`);
}
