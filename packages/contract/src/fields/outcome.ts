import type { Result } from "./result.ts";

/** For tables in tests: the value, or `!` and the key of the message. */
export function outcome<T>(result: Result<T>): T | string {
  if (result.ok) return result.value;
  return `!${typeof result.error === "string" ? result.error : result.error.key}`;
}
