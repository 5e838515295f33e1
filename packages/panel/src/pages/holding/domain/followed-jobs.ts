import { useSyncExternalStore } from "react";

/** Jobs of changes that the registry had not done when they were answered, by holding. */
let followed: Readonly<Record<number, readonly number[]>> = {};
const listeners = new Set<() => void>();
const none: readonly number[] = [];

function set(id: number, jobs: readonly number[]): void {
  followed = { ...followed, [id]: jobs };
  for (const listener of listeners) listener();
}

export const followJob = (id: number, job: number): void => set(id, [...(followed[id] ?? none), job]);
export const leaveJob = (id: number, job: number): void =>
  set(
    id,
    (followed[id] ?? none).filter((other) => other !== job),
  );

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useFollowedJobs = (id: number): readonly number[] =>
  useSyncExternalStore(subscribe, () => followed[id] ?? none);
