import { type Language, type Message, languages } from "@atrio/contract";
import en from "@atrio/contract/messages/en.json" with { type: "json" };
import es from "@atrio/contract/messages/es.json" with { type: "json" };
import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { accepted } from "./accept.ts";

const compiled = (locale: Language, catalogue: Record<string, string>) =>
  setupI18n({
    locale,
    messages: {
      [locale]: Object.fromEntries(
        Object.entries(catalogue).map(([key, text]) => [key, compileMessage(text)]),
      ),
    },
  });
const catalogues = {
  es: compiled("es", es),
  en: compiled("en", en satisfies Record<keyof typeof es, string>),
};

export function translate(language: Language, message: Message): string {
  return typeof message === "string"
    ? catalogues[language]._(message)
    : catalogues[language]._(message.key, message.values);
}

export const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text);

const firstOfOurs = (acceptLanguage: string): Language | undefined =>
  accepted(acceptLanguage)
    .map((tag) => tag.split("-")[0])
    .find(isLanguage);

interface Wishes {
  /** The query's `lang`, where the company forces the language. */
  readonly forced: string | null;
  readonly cookie: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** The language of a reply (contract, "Transport"): `lang`, cookie `_lang`, `Accept-Language`, Spanish. */
export function chooseLanguage({ forced, cookie, acceptLanguage }: Wishes): Language {
  if (isLanguage(forced)) return forced;
  if (isLanguage(cookie)) return cookie;
  return (acceptLanguage && firstOfOurs(acceptLanguage)) || "es";
}
