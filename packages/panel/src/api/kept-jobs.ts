import { useSyncExternalStore } from "react";
import { tabStorage } from "../session/tab-storage.ts";

/** The jobs of each thing, by its id; the newest last. */
type Jobs = Readonly<Record<number, readonly number[]>>;
export type KeptJobs = ReturnType<typeof keptJobs>;

const none: readonly number[] = [];
const isJobs = (entry: [string, unknown]): entry is [string, number[]] =>
  Array.isArray(entry[1]) && entry[1].every(Number.isSafeInteger);

/** Jobs that are shown where the change was made. Kept for the tab, so that a reload shows them too. */
export function keptJobs(storageKey: string) {
  const listeners = new Set<() => void>();
  let jobs: Jobs = Object.fromEntries(Object.entries(tabStorage.get(storageKey) ?? {}).filter(isJobs));

  const jobsOf = (thing: number) => jobs[thing] ?? none;
  function write(thing: number, left: readonly number[]): void {
    const { [thing]: _, ...others } = jobs;
    jobs = left.length > 0 ? { ...others, [thing]: left } : others;
    tabStorage.set(storageKey, jobs);
    for (const listener of listeners) listener();
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    keep: (thing: number, job: number): void => write(thing, [...jobsOf(thing), job]),
    leave: (thing: number, ...left: readonly number[]): void =>
      write(
        thing,
        jobsOf(thing).filter((job) => !left.includes(job)),
      ),
    useJobs: (thing: number): readonly number[] => useSyncExternalStore(subscribe, () => jobsOf(thing)),
  };
}
