/** Percent from which something is nearly full, and as good as full. */
const warningFrom = 80;
const dangerFrom = 95;

export interface UsageLevel {
  /** Of the limit (specification 1, section 9); more than 100 where the limit was lowered. */
  readonly percent: number;
  readonly tone: "ordinary" | "warning" | "danger";
}

export function usageLevel(used: number, limit: number): UsageLevel {
  const percent = (used / limit) * 100;
  if (percent >= dangerFrom) return { percent, tone: "danger" };
  return { percent, tone: percent >= warningFrom ? "warning" : "ordinary" };
}
