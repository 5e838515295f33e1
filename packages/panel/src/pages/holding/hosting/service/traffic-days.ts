import type { Calls, ReplyOf } from "@atrio/contract";
import { bytes } from "../../../../format/bytes.ts";
import { locale, t } from "../../../../i18n/i18n.ts";

export type Days = ReplyOf<Calls["serviceTraffic"]>["days"];

/** As the server counts: days in UTC. */
export const dateOf = (day = "") =>
  new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(day),
  );

/** "12 nov: 4,72 GB, 830 peticiones"; the last day is today, which is not over. */
export function wordsOf(days: Days, index: number): string {
  const day = days[index];
  if (day === undefined) return "";
  return t("hosting.traffic_day", {
    day: index === days.length - 1 ? t("hosting.traffic_so_far") : dateOf(day.day),
    size: bytes(day.bytes, locale()),
    requests: day.requests,
  });
}
