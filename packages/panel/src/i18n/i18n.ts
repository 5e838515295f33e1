import { i18n } from "@lingui/core";
import type { Language } from "@atrio/contract";
import type { MessageId } from "./es.ts";

const load = {
  es: () => import("./es.ts"),
  en: () => import("./en.ts"),
};

export const languages: readonly Language[] = ["es", "en"];
/** What `Intl` and React Aria are told. */
export const locales = { es: "es-ES", en: "en-US" } as const;

export async function activate(language: Language): Promise<void> {
  const { default: messages } = await load[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

export const language = (): Language => (i18n.locale === "en" ? "en" : "es");
export const locale = (): string => locales[language()];

export type { MessageId };
/** The words of a message id. Ids are checked against the Spanish catalogues. */
export const t = (id: MessageId, values?: Record<string, unknown>): string => i18n._(id, values);

/** For ids that come as data (the server's, a schema's): unknown ones are words already. */
export const words = (idOrText: string, values?: Record<string, unknown>): string => i18n._(idOrText, values);
