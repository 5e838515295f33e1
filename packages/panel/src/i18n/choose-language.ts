import type { Language } from "@atrio/contract";
import { tellTabs } from "../session/channel.ts";

const oneDaySeconds = 86_400;

/** Everything on the page changes, the server's words too: the others reload, this tab as well. */
export function chooseLanguage(language: Language): void {
  // The Cookie Store API is asynchronous and not in every browser we serve.
  // oxfmt-ignore
  document.cookie = `_lang=${language}; Path=/; Max-Age=${oneDaySeconds}; SameSite=Lax`;
  tellTabs({ type: "user.lang" });
  location.reload();
}
