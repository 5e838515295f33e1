import { daysUntil } from "../../format/time.ts";

const soonDays = 7;

/** Expired by the second, as the server judges it; soon by days, as people do. */
export function urgency(date: Date, now: Date): "expired" | "soon" | "later" {
  if (date < now) return "expired";
  return daysUntil(date, now) <= soonDays ? "soon" : "later";
}
