/** One-time keys by which a domain moves to another account of this installation, without its registrar changing. */
import { createHash, randomBytes } from "node:crypto";

/** 32 of them, so that a random octet chooses evenly; none that is read as another. */
const characters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** 125 bits. */
const length = 25;

export const makeTransferKey = (): string =>
  Array.from(randomBytes(length), (octet) => characters[octet % characters.length]).join("");

/** As typed: small letters and what stands between groups make no difference. */
export const hashTransferKey = (typed: string): Buffer =>
  createHash("sha256").update(typed.toUpperCase().replaceAll(/[\s-]/g, "")).digest();
