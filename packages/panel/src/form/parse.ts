import type { CallName } from "@atrio/contract";
import { noAnswer } from "../api/errors.ts";
import { part } from "../part.ts";
import { loadAllWords } from "../i18n/i18n.ts";
import { say } from "../i18n/say.ts";

const fetchContract = part(() => Promise.all([import("@atrio/contract"), loadAllWords()]));
async function contract() {
  const [loaded] = await fetchContract().catch(() => {
    throw noAnswer();
  });
  return loaded;
}

/** Fetches the schemas and their words ahead of their use, when a form is first touched. */
export const preloadSchemas = (): void => void contract().catch(() => undefined);

/** What the contract says of these fields before anything is sent, in words by field; null where all are well. */
export async function faultsOf(
  name: CallName,
  entries: readonly (readonly [string, string])[],
): Promise<Record<string, string> | null> {
  const { calls, parseInput } = await contract();
  const parsed = parseInput(calls[name], entries);
  if (parsed.ok) return null;
  return Object.fromEntries(parsed.fields.map(({ input, message }) => [input, say(message)]));
}
