/** Auth codes as RFC 9154 wants them: made when asked for, short-lived, and kept as a hash. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { LocalDomain } from "./domain.ts";

const validDays = 14;

export const hashCode = (code: string): Buffer => createHash("sha256").update(code).digest();

export const codeExpiry = (): Date => new Date(Date.now() + validDays * 86_400_000);

export const codeFits = ({ authHash, authExpiresAt }: LocalDomain, code: string): boolean =>
  authHash !== null &&
  authExpiresAt !== null &&
  authExpiresAt.getTime() > Date.now() &&
  timingSafeEqual(authHash, hashCode(code));
