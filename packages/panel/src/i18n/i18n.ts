import type { Language } from "@atrio/contract";
import { i18n } from "@lingui/core";
import type { MessageId } from "./es.ts";
import firstEn from "./first-en.ts";
import firstEs from "./first-es.ts";

/** The words of the login page are at hand, a kilobyte a language: to fetch them would hold up the first paint. */
const catalogues = {
  es: { first: firstEs, all: () => import("./es.ts") },
  en: { first: firstEn, all: () => import("./en.ts") },
};

export const languages: readonly Language[] = ["es", "en"];
/** What `Intl` and React Aria are told. */
export const locales = { es: "es-ES", en: "en-US" } as const;

let current: Language = "es";
export const language = (): Language => current;
export const locale = (): string => locales[language()];

/** Enough to draw the login page. */
export function activate(next: Language): void {
  current = next;
  document.documentElement.lang = next;
  i18n.load(next, catalogues[next].first);
  i18n.activate(next);
}

/** The rest of the words: before any other page, and before a form's answers are put into words. */
export async function loadAllWords(): Promise<void> {
  const { default: messages } = await catalogues[current].all();
  i18n.load(current, messages);
}

export type { MessageId };
/** The words of a message id. Ids are checked against the Spanish catalogues. */
export const t = (id: MessageId, values?: Record<string, unknown>): string => i18n._(id, values);

/** For what comes as data, the server's or a schema's: an id, or words already. */
export const words = (idOrText: string, values?: Record<string, unknown>): string =>
  Object.hasOwn(i18n.messages, idOrText) ? i18n._(idOrText, values) : idOrText;
