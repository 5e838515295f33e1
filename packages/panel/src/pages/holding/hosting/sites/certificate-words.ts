/** What the list and the dialog say of a site's certificate. */
import type { SubdomainEntry } from "@atrio/contract";
import { locale, t } from "../../../../i18n/i18n.ts";

export const dayOf = (seconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(seconds * 1000);

/** Why an automatic certificate is not there, or is not renewed; undefined where nothing is in its way. */
export function orderFault({ certificate, certificateOrder }: SubdomainEntry): string | undefined {
  const { fault, failingSince } = certificateOrder ?? {};
  if (!fault) return undefined;
  if (!certificate || !failingSince) return fault;
  return t("hosting.renewal_failing", { since: dayOf(failingSince), reason: fault });
}
