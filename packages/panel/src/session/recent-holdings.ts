import { tabStorage } from "./tab-storage.ts";

export interface RecentHolding {
  readonly id: number;
  readonly reference: string;
}

const storageKey = "_recent";
const kept = 5;

const isHolding = (value: unknown): value is RecentHolding =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  Number.isSafeInteger(value.id) &&
  "reference" in value &&
  typeof value.reference === "string";

/** The holdings last opened in this tab, newest first. */
export function recentHoldings(): readonly RecentHolding[] {
  const stored = tabStorage.get(storageKey);
  return Array.isArray(stored) ? stored.filter(isHolding) : [];
}

export function rememberHolding({ id, reference }: RecentHolding): void {
  const others = recentHoldings().filter((other) => other.id !== id);
  tabStorage.set(storageKey, [{ id, reference }, ...others].slice(0, kept));
}
