import type { Config, Language } from "@atrio/contract";
import { i18n } from "@lingui/core";
import { renderToString } from "react-dom/server";
import en from "../../i18n/first-en.ts";
import es from "../../i18n/first-es.ts";
import { loginPageWords } from "../../i18n/login-page-words.ts";
import { LoginApp } from "./LoginApp.tsx";

const words = { es, en };
const stay = () => undefined;

export interface StaticLogin {
  readonly html: string;
  readonly title: string;
  readonly description: string;
}

/** The login page as HTML; runs in the build (build/login-page.ts), never in a browser. */
export function renderLogin(language: Language, config: Config): StaticLogin {
  i18n.load(language, { ...words[language], ...loginPageWords[language] });
  i18n.activate(language);
  const html = renderToString(<LoginApp config={config} language={language} onEnter={stay} onReady={stay} />);
  return {
    // React asks for a picture ahead of the page, which in a page this small gains nothing.
    html: html.replace(/^(?:<link [^>]*>)+/, ""),
    title: `${config.company} / ${i18n._("login.page")}`,
    description: i18n._("login.intro"),
  };
}
