import { Client } from "acme-client";
import { trust } from "./transport.ts";

/** Where an authority's terms are to be read, and with that, whether there is one at all. */
export async function termsOf(directoryUrl: string, ca: string | null): Promise<string | undefined> {
  trust(ca ?? undefined);
  const terms: string | null = await new Client({ directoryUrl, accountKey: "" }).getTermsOfServiceUrl();
  return terms ?? undefined;
}
