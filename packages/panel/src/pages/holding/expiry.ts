import { locale } from "../../i18n/i18n.ts";
import type { Holding } from "./holding.ts";

/** When the service expired, in words; undefined while it has not. */
export function expiryOf({ breadcrumb }: Pick<Holding, "breadcrumb">): string | undefined {
  const expireMs = (breadcrumb.service?.expireTS ?? Infinity) * 1000;
  if (expireMs >= Date.now()) return undefined;
  return new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(expireMs);
}
