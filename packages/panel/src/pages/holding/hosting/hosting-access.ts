import type { CallName } from "@atrio/contract";
import { t } from "../../../i18n/i18n.ts";
import { expiryOf } from "../expiry.ts";
import type { Holding } from "../holding.ts";

/** Why this can't be changed, where a control would be; undefined where it can. */
export function lockOf(holding: Holding, change: CallName): string | undefined {
  const date = expiryOf(holding);
  if (!holding.can(change)) return t("hosting.read_only");
  return date && t("hosting.expired", { date });
}
