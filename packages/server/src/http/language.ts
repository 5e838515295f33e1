import { type Language, type Message, languages } from "@atrio/contract";
import en from "@atrio/contract/messages/en.json" with { type: "json" };
import es from "@atrio/contract/messages/es.json" with { type: "json" };
import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";

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

/** The first of ours in `Accept-Language`, by its weights; a weight of 0 rules a language out. */
function accepted(header: string): Language | undefined {
  const ranges = header.split(",", 20).map((range) => {
    const [tag = "", ...parameters] = range.split(";");
    const weight = parameters.map((p) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(p)?.[1]).find(Boolean);
    return { language: tag.trim().toLowerCase().split("-")[0], weight: Number(weight ?? 1) };
  });
  const best = ranges.filter((range) => range.weight > 0).toSorted((a, b) => b.weight - a.weight);
  return best.map((range) => range.language).find(isLanguage);
}

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
  return (acceptLanguage && accepted(acceptLanguage)) || "es";
}
