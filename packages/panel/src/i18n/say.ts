import type { Message } from "@atrio/contract";
import { words } from "./i18n.ts";

/** A message of the contract in words. */
export const say = (message: Message): string =>
  typeof message === "string" ? words(message) : words(message.key, { ...message.values });
