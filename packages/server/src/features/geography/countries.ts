import { type Language, countryCodes, languages } from "@atrio/contract";
import { fold } from "./fold.ts";

interface Names {
  /** Sorted by name, as the language sorts. */
  readonly byCode: Readonly<Record<string, string>>;
  readonly byName: ReadonlyMap<string, string>;
}

export function sortedByName<T extends { readonly name: string }>(
  items: readonly T[],
  language: Language,
): T[] {
  const { compare } = collators[language];
  return items.toSorted((a, b) => compare(a.name, b.name));
}
const collators = { es: new Intl.Collator("es"), en: new Intl.Collator("en") };

function namesIn(language: Language): Names {
  const region = new Intl.DisplayNames(language, { type: "region" });
  const countries = sortedByName(
    countryCodes.map((code) => ({ code, name: region.of(code) ?? code })),
    language,
  );
  return {
    byCode: Object.fromEntries(countries.map(({ code, name }) => [code, name])),
    byName: new Map(countries.map(({ code, name }) => [fold(name), code])),
  };
}
const names: Readonly<Record<Language, Names>> = { es: namesIn("es"), en: namesIn("en") };

export const countryNames = (language: Language): Readonly<Record<string, string>> => names[language].byCode;

/** By code, or by its name in any of our languages. */
export function findCountry(text: string): string | null {
  const code = text.toUpperCase();
  if (Object.hasOwn(names.es.byCode, code)) return code;
  const name = fold(text);
  return languages.map((language) => names[language].byName.get(name)).find(Boolean) ?? null;
}
