import { useSyncExternalStore } from "react";
import { tabStorage } from "../../../session/tab-storage.ts";

/**
 * Records that not every name server has yet, each with the job that waits for it. Kept for the tab, so that a reload
 * shows them too.
 */
type Pending = Readonly<Record<number, number>>;

const storageKey = "_dnspending";
const listeners = new Set<() => void>();

const isNumber = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === "number";

const read = (): Pending =>
  Object.fromEntries(Object.entries(tabStorage.get(storageKey) ?? {}).filter(isNumber));

let pending: Pending = read();

function write(next: Pending): void {
  pending = next;
  tabStorage.set(storageKey, next);
  for (const listener of listeners) listener();
}

export const markPending = (record: number, job: number): void => write({ ...pending, [record]: job });

export const unmarkPending = (record: number): void =>
  write(Object.fromEntries(Object.entries(pending).filter(([id]) => Number(id) !== record)));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The job that a record waits for, or null. */
export const usePendingJob = (record: number): number | null =>
  useSyncExternalStore(subscribe, () => pending[record] ?? null);
