import { t } from "../../../i18n/i18n.ts";

const units = [
  ["zone.ttl.days", 86_400],
  ["zone.ttl.hours", 3600],
  ["zone.ttl.minutes", 60],
] as const;

/** `10 min`, `6 h`, `1 day`; 0 is the name server's default. */
export function ttlInWords(seconds: number): string {
  if (seconds === 0) return t("zone.ttl.default");
  const unit = units.find(([, size]) => seconds % size === 0);
  return unit ? t(unit[0], { count: seconds / unit[1] }) : t("zone.ttl.seconds", { count: seconds });
}
