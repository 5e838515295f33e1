/** Percent from which a mailbox is nearly full, and as good as full. */
const warningFrom = 80;
const dangerFrom = 95;

export interface UsageLevel {
  /** Of the quota (specification 1, section 9); more than 100 where the quota was lowered. */
  readonly percent: number;
  readonly tone: "ordinary" | "warning" | "danger";
}

export function usageLevel(usage: number, quota: number): UsageLevel {
  const percent = (usage / quota) * 100;
  if (percent >= dangerFrom) return { percent, tone: "danger" };
  return { percent, tone: percent >= warningFrom ? "warning" : "ordinary" };
}
