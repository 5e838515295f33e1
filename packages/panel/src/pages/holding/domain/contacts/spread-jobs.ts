import { useSyncExternalStore } from "react";
import { tabStorage } from "../../../../session/tab-storage.ts";

/** Changes of a contact that go on in other domains, by the domain where they were made. Kept for the tab, across reloads. */
type Jobs = Readonly<Record<number, number>>;

const storageKey = "_contactjobs";
const listeners = new Set<() => void>();

const isNumber = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === "number";

let jobs: Jobs = Object.fromEntries(Object.entries(tabStorage.get(storageKey) ?? {}).filter(isNumber));

function write(next: Jobs): void {
  jobs = next;
  tabStorage.set(storageKey, next);
  for (const listener of listeners) listener();
}

export const markSpread = (id: number, job: number): void => write({ ...jobs, [id]: job });

export const unmarkSpread = (id: number): void =>
  write(Object.fromEntries(Object.entries(jobs).filter(([other]) => Number(other) !== id)));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSpreadJob = (id: number): number | null =>
  useSyncExternalStore(subscribe, () => jobs[id] ?? null);
