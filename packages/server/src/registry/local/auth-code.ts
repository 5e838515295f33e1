/** Auth codes as RFC 9154 wants them: made when asked for, short-lived, and kept as a hash. */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { LocalDomain } from "./domain.ts";

/** Without those that look alike. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** 32 letters are 5 bits each: 26 of them are 130. */
const length = 26;
const validDays = 14;

export const makeCode = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

export const hashCode = (code: string): Buffer => createHash("sha256").update(code).digest();

export const codeExpiry = (): Date => new Date(Date.now() + validDays * 86_400_000);

export const codeFits = ({ authHash, authExpiresAt }: LocalDomain, code: string): boolean =>
  authHash !== null &&
  authExpiresAt !== null &&
  authExpiresAt.getTime() > Date.now() &&
  timingSafeEqual(authHash, hashCode(code));
