import { t } from "../../../i18n/i18n.ts";
import { expiryOf } from "../expiry.ts";
import type { Holding } from "../holding.ts";

export interface ZoneAccess {
  readonly canRead: boolean;
  /** Why nothing can be changed, where a control would be; undefined where it can. */
  readonly lockedBecause: string | undefined;
  /** The same to somebody who was about to change something. */
  readonly refusal: string | undefined;
  /** When the service expired, in words; undefined while it has not. */
  readonly expiredOn: string | undefined;
}

/** Changing needs the permission and a service that has not expired. */
export function zoneAccess(holding: Holding): ZoneAccess {
  const expiredOn = expiryOf(holding);
  const access = { canRead: holding.can("dnsList"), expiredOn };
  if (!holding.can("dnsCreate")) {
    return { ...access, lockedBecause: t("zone.read_only"), refusal: t("main.no_permission") };
  }
  const expired = expiredOn && t("zone.expired", { date: expiredOn });
  return { ...access, lockedBecause: expired, refusal: expired };
}
