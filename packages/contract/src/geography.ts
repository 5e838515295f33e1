import * as z from "zod/mini";
import { call } from "./call.ts";
import { optionalText } from "./input.ts";

const names = z.record(z.string(), z.string());

export const geographyCalls = {
  /** What can be chosen in an address form, given what was chosen so far. */
  geographyLookup: call({
    method: "POST",
    path: "/tools/country/",
    needs: "session",
    input: z.strictObject({
      country: optionalText(2),
      state: optionalText(255),
      city: optionalText(255),
      postal_code: optionalText(16),
    }),
    reply: z.object({
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
      postalCodes: names,
    }),
  }),
} as const;
