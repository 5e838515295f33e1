import * as z from "zod/mini";
import { call } from "./call.ts";
import { optionalText } from "./input.ts";

const names = z.record(z.string(), z.string());

export const geographyCalls = {
  /**
   * What can be chosen in an address form, given what was chosen so far: each part by its key or by its name. The city may
   * be the beginning or a part of its name: `cities` then has those it may be, at most 50.
   */
  geographyLookup: call({
    method: "POST",
    path: "/tools/country/",
    needs: "session",
    input: z.strictObject({
      country: optionalText(100),
      state: optionalText(100),
      city: optionalText(100),
      postal_code: optionalText(16),
    }),
    reply: z.object({
      /** What of it is known, as keys. A Spanish postal code says its province. */
      selected: z.object({
        country: z.nullable(z.string()),
        state: z.nullable(z.string()),
        city: z.nullable(z.string()),
        postalCode: z.nullable(z.string()),
      }),
      /** What this country calls them: province, county, town. */
      names: z.object({ state: z.string(), city: z.string() }),
      countries: names,
      states: names,
      cities: names,
      /** Empty where the country's were not imported: the form then has a field for it. */
      postalCodes: names,
    }),
  }),
} as const;
