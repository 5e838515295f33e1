import { type Language, statusMessage } from "@atrio/contract";
import { translate } from "../../http/language.ts";

/** How the registry has a domain, in the user's words. */
export function statusWords(language: Language, status: string | null): string | null {
  const message = status === null ? null : statusMessage(status);
  return message === null ? status : translate(language, message);
}
