import type { Language } from "@atrio/contract";
import { languages } from "./i18n.ts";

const isLanguage = (name: string | undefined): name is Language => languages.some((known) => known === name);

/** The cookie, else the browser's wish if it is one of ours, else Spanish (specification 1, section 9). */
export function preferredLanguage(): Language {
  const chosen = /(?:^|; )_lang=(\w+)/.exec(document.cookie)?.[1];
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "es";
}
