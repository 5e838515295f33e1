const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The user's own date, on a clock that knows no summer time. */
const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());

/** How many midnights lie between, as people count days: one minute past this one is tomorrow. */
export const daysUntil = (then: Date, now: Date): number => (dayOf(then) - dayOf(now)) / dayMs;

const relative = (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** "today", "tomorrow", "in 12 days", "3 days ago". */
export const inDays = (then: Date, now: Date, locale: string): string =>
  relative(locale).format(daysUntil(then, now), "day");

/** "5 minutes ago", "2 hours ago", "yesterday": for what has just happened. */
export function ago(then: Date, now: Date, locale: string): string {
  // A server's clock may be a little ahead of this one.
  const passed = Math.max(0, now.getTime() - then.getTime());
  if (passed < hourMs) return relative(locale).format(-Math.floor(passed / minuteMs), "minute");
  if (daysUntil(then, now) === 0) return relative(locale).format(-Math.floor(passed / hourMs), "hour");
  return inDays(then, now, locale);
}
