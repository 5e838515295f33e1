import type { Handlers } from "../../http/handler.ts";
import { translate } from "../../http/language.ts";
import { countryNames, sortedByName } from "./countries.ts";
import { findAddress } from "./store.ts";
import { cityTerm, stateTerm } from "./terms.ts";

const asMap = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));

export const geographyHandlers = {
  geographyLookup: async ({ read, input, http: { language } }) => {
    const { country, state, city, postalCode, ...choices } = await findAddress(read, input);
    return {
      data: {
        selected: { country, state, city, postalCode },
        names: {
          state: translate(language, stateTerm(country)),
          city: translate(language, cityTerm(country)),
        },
        countries: countryNames(language),
        states: Object.fromEntries(
          sortedByName(choices.states, language).map(({ key, name }) => [key, name]),
        ),
        cities: asMap(choices.cities),
        postalCodes: asMap(choices.postalCodes),
      },
    };
  },
} satisfies Handlers<"geographyLookup">;
