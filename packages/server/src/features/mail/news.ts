/** What a change did, in the words of its reply. */
import type { Message, MessageValues } from "@atrio/contract";
import { named, shownAddress } from "./service.ts";

/** The first by its name, the rest counted: there may be fifty. */
const reached = ([first = "", ...others]: readonly string[]): MessageValues => ({
  first: shownAddress(first),
  others: others.length,
});

/** Of an alias or the catch-all. */
export const led = (address: string, targets: readonly string[]): Message => ({
  key: "mail.led",
  values: { ...named(address), ...reached(targets) },
});

export function forwarded(address: string, targets: readonly string[], keepsCopy: boolean): Message {
  if (targets.length === 0) return { key: "mail.forward_off", values: named(address) };
  const values = { ...named(address), ...reached(targets) };
  return { key: keepsCopy ? "mail.forward_copy" : "mail.forward_only", values };
}

export const answers = (address: string, enabled: boolean): Message => ({
  key: enabled ? "mail.answers_on" : "mail.answers_off",
  values: named(address),
});
