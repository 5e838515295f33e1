import * as z from "zod/mini";
import { parseMailAddress } from "./fields/mail-address.ts";
import { issueOf, key } from "./input.ts";
import type { Message } from "./message.ts";

export const mailTargetsMax = 50;
const longestList = mailTargetsMax * 256;

/** Two commas in a row, or one at the end, name nobody. */
const partsOf = (list: string): string[] =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

function parseTargets(list: string, wrong: (message: Message) => void): string[] {
  const targets = new Set<string>();
  for (const typed of partsOf(list)) {
    const address = parseMailAddress(typed);
    if (address.ok) targets.add(address.value);
    else wrong(address.error);
  }
  if (targets.size > mailTargetsMax) wrong({ key: "mail.targets_max", values: { maximum: mailTargetsMax } });
  return [...targets];
}

/** Addresses separated by commas; each once, in the order they were given. None where the field is empty. */
export const mailTargets = z.pipe(
  z.string().check(z.trim(), z.maxLength(longestList)),
  z.transform((list, context): string[] =>
    parseTargets(list, (message) => context.issues.push(issueOf(message, list))),
  ),
);

/** One at least. */
export const someMailTargets = z.pipe(
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(longestList),
    z.refine((list: string) => partsOf(list).length > 0, { error: key("main.required"), abort: true }),
  ),
  z.transform((list, context): string[] =>
    parseTargets(list, (message) => context.issues.push(issueOf(message, list))),
  ),
);
