import type { Language } from "@atrio/contract";
import { tellTabs } from "../session/channel.ts";
import { activate, languages } from "./i18n.ts";

const oneDaySeconds = 86_400;
const isLanguage = (name: string | undefined): name is Language => languages.some((known) => known === name);

/** The cookie, else the browser's wish if it is one of ours, else Spanish (specification 1, section 9). */
export function preferredLanguage(): Language {
  const chosen = /(?:^|; )_lang=(\w+)/.exec(document.cookie)?.[1];
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "es";
}

/** Everything on the page changes, the server's words too: the others reload, this tab as well. */
export async function chooseLanguage(language: Language): Promise<void> {
  // The Cookie Store API is asynchronous and not in every browser we serve.
  // oxfmt-ignore
  document.cookie = `_lang=${language}; Path=/; Max-Age=${oneDaySeconds}; SameSite=Lax`;
  await activate(language);
  tellTabs({ type: "user.lang" });
  location.reload();
}
