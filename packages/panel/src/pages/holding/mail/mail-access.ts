import { locale, t } from "../../../i18n/i18n.ts";
import type { Holding } from "../holding.ts";

type Change = "mailboxCreate" | "aliasCreate";

/** Why mailboxes, or aliases, can't be changed, where a control would be; undefined where they can. */
export function lockOf(holding: Holding, change: Change): string | undefined {
  const date = expiryOf(holding);
  if (!holding.can(change)) return t("mail_page.read_only");
  return date && t("mail_page.expired", { date });
}

/** When the service expired, in words; undefined while it has not. */
export function expiryOf({ breadcrumb }: Holding): string | undefined {
  const expireMs = (breadcrumb.service?.expireTS ?? Infinity) * 1000;
  if (expireMs >= Date.now()) return undefined;
  return new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(expireMs);
}
