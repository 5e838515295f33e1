import * as z from "zod/mini";
import { parseMailAddress } from "./fields/mail-address.ts";
import { issueOf } from "./input.ts";
import type { Message } from "./message.ts";

export const mailTargetsMax = 50;

/** Two commas in a row, or one at the end, name nobody. */
const partsOf = (list: string): string[] =>
  list
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

function parseTargets(list: string, least: number, wrong: (message: Message) => void): string[] {
  const parts = new Set(partsOf(list));
  if (parts.size < least) wrong("main.required");
  if (parts.size > mailTargetsMax) {
    wrong({ key: "mail.targets_max", values: { maximum: mailTargetsMax, count: parts.size } });
    return [];
  }
  const targets = new Set<string>();
  for (const typed of parts) {
    const address = parseMailAddress(typed);
    if (address.ok) targets.add(address.value);
    else wrong(address.error);
  }
  return [...targets];
}

const listOf = (least: 0 | 1) =>
  z.pipe(
    z.string(),
    z.transform((list, context): string[] =>
      parseTargets(list, least, (message) => context.issues.push(issueOf(message, list))),
    ),
  );

/** Addresses separated by commas; each once, in the order they were given. None where the field is empty. */
export const mailTargets = listOf(0);

/** One at least. */
export const someMailTargets = listOf(1);
