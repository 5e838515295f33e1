import type { Language } from "@atrio/contract";
import { tellTabs } from "../session/channel.ts";
import { languages } from "./i18n.ts";

const oneDaySeconds = 86_400;
const isLanguage = (name: string | undefined): name is Language => languages.some((known) => known === name);

/** The cookie, else the browser's wish if it is one of ours, else Spanish (specification 1, section 9). */
export function preferredLanguage(): Language {
  const chosen = /(?:^|; )_lang=(\w+)/.exec(document.cookie)?.[1];
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "es";
}

/** Everything on the page changes, the server's words too: the others reload, this tab as well. */
export function chooseLanguage(language: Language): void {
  // The Cookie Store API is asynchronous and not in every browser we serve.
  // oxfmt-ignore
  document.cookie = `_lang=${language}; Path=/; Max-Age=${oneDaySeconds}; SameSite=Lax`;
  tellTabs({ type: "user.lang" });
  location.reload();
}
