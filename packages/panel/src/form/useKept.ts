import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from "react";
import { peekPart, registerPart, takePart } from "./kept.ts";

/** Registers what a mounted part of the page holds, under a name that no other part has at the same time. */
export function useKeptPart(name: string, read: () => unknown): void {
  const readNow = useEffectEvent(read);
  useEffect(() => {
    takePart(name);
    return registerPart(name, () => readNow());
  }, [name]);
}

export interface Kept<T> {
  readonly value: T;
  readonly set: Dispatch<SetStateAction<T>>;
  /** It is what was there before the page was loaded again. */
  readonly isRestored: boolean;
}

/**
 * State that survives a reload (kept.ts): open dialogs, what is typed in them. `isValid` guards
 * against what an older version of the panel may have kept.
 */
export function useKept<T>(name: string, initial: T, isValid: (value: unknown) => value is T): Kept<T> {
  const [start] = useState(() => {
    const kept = peekPart(name);
    return isValid(kept) ? { value: kept, isRestored: true } : { value: initial, isRestored: false };
  });
  const [value, set] = useState(start.value);
  useKeptPart(name, () => (Object.is(value, initial) ? undefined : value));
  return { value, set, isRestored: start.isRestored };
}
