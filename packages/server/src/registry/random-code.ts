/** What is shown to one person and typed by another: auth codes, transfer keys. */
import { randomInt } from "node:crypto";

/** Without those that look alike. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** 32 letters are 5 bits each: 26 of them are 130, as RFC 9154 wants at least 128. */
const length = 26;

export const randomCode = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
