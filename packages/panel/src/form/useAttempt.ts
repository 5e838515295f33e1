import { useRef, useState } from "react";
import { newIdempotencyKey } from "../api/client.ts";
import { ApiError, isSessionEnd } from "../api/errors.ts";
import { peekPart } from "./kept.ts";
import { useKeptPart } from "./useKept.ts";

interface Attempt {
  readonly body: string;
  readonly key: string;
  /** Nobody knows whether it arrived: no answer came, or none yet. */
  readonly isOpen: boolean;
}
const none: Attempt = { body: "", key: "", isOpen: false };

const isAttempt = (value: unknown): value is Attempt =>
  typeof value === "object" &&
  value !== null &&
  "body" in value &&
  typeof value.body === "string" &&
  "key" in value &&
  typeof value.key === "string" &&
  "isOpen" in value &&
  value.isOpen === true;

/**
 * The key by which the server knows a repeated attempt. What is sent again unchanged after no answer came is the same
 * attempt; anything that was answered is over, and the next press is a new one. That the session had ended answers
 * nothing: an attempt that was open stays so, across a reload too, unless what it sends is `secret`.
 */
export function useAttempt(name: string, isSecret: () => boolean = () => false) {
  const [start] = useState(() => {
    const kept = peekPart(name);
    return isAttempt(kept) ? kept : none;
  });
  const last = useRef(start);
  useKeptPart(name, () => (last.current.isOpen && !isSecret() ? last.current : undefined));
  return {
    keyOf(body: string): string {
      const isRepeat = last.current.isOpen && last.current.body === body;
      if (!isRepeat) last.current = { body, key: newIdempotencyKey(), isOpen: true };
      return last.current.key;
    },
    ended(error: unknown): void {
      if (isSessionEnd(error)) return;
      last.current = { ...last.current, isOpen: error instanceof ApiError && error.status === 0 };
    },
  };
}
