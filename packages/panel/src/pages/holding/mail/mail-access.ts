import { t } from "../../../i18n/i18n.ts";
import { expiryOf } from "../expiry.ts";
import type { Holding } from "../holding.ts";

type Change = "mailboxCreate" | "aliasCreate" | "catchAllSave";

/** Why mailboxes, aliases or the catch-all can't be changed, where a control would be; undefined where they can. */
export function lockOf(holding: Holding, change: Change): string | undefined {
  const date = expiryOf(holding);
  if (!holding.can(change)) return t("mail_page.read_only");
  return date && t("mail_page.expired", { date });
}
