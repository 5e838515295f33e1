import type { Language } from "@atrio/contract";
import { i18n, type Messages } from "@lingui/core";
import { catalogues, wordGroups, type MessageId, type WordGroup } from "./catalogues.ts";
import firstEn from "./first-en.ts";
import firstEs from "./first-es.ts";

/** The words of the shell and the login page are at hand, a kilobyte a language: to fetch them would hold up the first paint. */
const first = { es: firstEs, en: firstEn };

export const languages: readonly Language[] = ["es", "en"];
/** What `Intl` and React Aria are told. */
export const locales = { es: "es-ES", en: "en-US" } as const;

let current: Language = "es";
export const language = (): Language => current;
export const locale = (): string => locales[language()];

/** Enough to draw the shell. */
export function activate(next: Language): void {
  current = next;
  document.documentElement.lang = next;
  i18n.load(next, first[next]);
  i18n.activate(next);
}

/** Fetches these words, each group once; before a page that says them is drawn. */
export async function loadWords(...groups: readonly WordGroup[]): Promise<void> {
  const language = current;
  const fetched = await Promise.all(groups.map((group) => catalogues[language][group]()));
  for (const { default: messages } of fetched) i18n.load(language, messages satisfies Messages);
}

/** All there are: before a form's answers are put into words. */
export const loadAllWords = (): Promise<void> => loadWords(...wordGroups);

export type { MessageId, WordGroup };
/** The words of a message id. Ids are checked against the Spanish catalogues. */
export const t = (id: MessageId, values?: Record<string, unknown>): string => i18n._(id, values);

/** For what comes as data, the server's or a schema's: an id, or words already. */
export const words = (idOrText: string, values?: Record<string, unknown>): string =>
  Object.hasOwn(i18n.messages, idOrText) ? i18n._(idOrText, values) : idOrText;
