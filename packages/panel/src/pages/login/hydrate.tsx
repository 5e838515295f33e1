/** The application of the login page: fetched at the first use of the static page, whose HTML it takes over. */
import type { Config, Language } from "@atrio/contract";
import { i18n } from "@lingui/core";
import { hydrateRoot } from "react-dom/client";
import { api, forceLanguage } from "../../api/client.ts";
import { activate } from "../../i18n/i18n.ts";
import { loginPageWords } from "../../i18n/login-page-words.ts";
import { tellTabs } from "../../session/channel.ts";
import { ownerKey, ownerOf, tabStorage } from "../../session/tab-storage.ts";
import { takeWanted } from "../../session/wanted.ts";
import { stored } from "../../theme/theme.ts";
import { landing } from "./landing.ts";
import { LoginApp } from "./LoginApp.tsx";
import { keepTyped } from "./typed.ts";

const user = async () => ownerOf((await api.userInfo()).data);
const areas = async () => (await api.permissionAreas()).data.areas;

/** A fresh start, as another user's pages may be open. */
async function enter(domainID: number | undefined): Promise<void> {
  tellTabs({ type: "user.login" });
  const owner = tabStorage.get(ownerKey);
  location.assign(await landing({ wanted: takeWanted(), owner, user, domainID, areas }));
}

export interface Takeover {
  readonly root: HTMLElement;
  readonly config: Config;
  readonly language: Language;
  /** What the page after this one is made of. */
  readonly next: readonly string[];
}

/** Settles when every control is React's; what was typed, the focus and the caret are as they were. */
export function hydrate({ root, config, language, next }: Takeover): Promise<void> {
  activate(language);
  i18n.load(language, loginPageWords[language]);
  forceLanguage(config.forceLanguage ? language : null);
  // The panel starts with what it knows: the next page need not wait for it.
  stored.set("_ddcfg", JSON.stringify(config));
  const restoreTyped = keepTyped(root);
  return new Promise((resolve) => {
    const ready = () => {
      restoreTyped();
      // For what the form does when it is first touched: it was, before it could hear of it.
      root.querySelector("form")?.dispatchEvent(new Event("input", { bubbles: true }));
      prefetch(next);
      resolve();
    };
    hydrateRoot(
      root,
      <LoginApp
        config={config}
        language={language}
        onEnter={({ data }) => enter(data.domainID)}
        onReady={ready}
      />,
    );
  });
}

/** Into the browser's cache, while the user types; after everything that this page itself asks for. */
function prefetch(files: readonly string[]): void {
  for (const href of files) {
    const link = document.createElement("link");
    link.rel = "prefetch";
    link.href = href;
    document.head.append(link);
  }
}
