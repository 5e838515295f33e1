import type { Message } from "./message.ts";

const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";
const symbols = "!#$%()[]+,-./:;?@_{}^";
const classes = [lower, upper, digits, symbols];
const alphabet = classes.join("");

export const generatedPasswordLength = 14;

/** Bytes at or above this would favour the first characters of the alphabet, so they are thrown away. */
const unbiased = 256 - (256 % alphabet.length);

function randomCharacters(count: number): string {
  let found = "";
  while (found.length < count) {
    const bytes = crypto.getRandomValues(new Uint8Array(count * 2));
    for (const byte of bytes) if (byte < unbiased) found += alphabet[byte % alphabet.length];
  }
  return found.slice(0, count);
}

/**
 * A random password with a character of each class (specification 1, section 9). Drawing again until every class is
 * there keeps all such passwords equally likely, which placing one of each class would not.
 */
export function generatePassword(): string {
  for (;;) {
    const password = randomCharacters(generatedPasswordLength);
    if (classes.every((characters) => Array.from(characters).some((c) => password.includes(c))))
      return password;
  }
}

export const panelPasswordMin = 15;
export const panelPasswordMax = 256;
interface Rest {
  readonly length: number;
  readonly distinct: number;
}
/** What must be left of a password, and how varied, once everything predictable is taken out of it. */
const panelRest: Rest = { length: 8, distinct: 5 };
/** Of one that may be short. */
const serviceRest: Rest = { length: 5, distinct: 4 };

/**
 * What guessed passwords are made of. Lists of common passwords have next to none of fifteen characters; those they
 * have, and those people make up to fill fifteen, are these in a row.
 */
const commonWords = `
  abc123 account administrador administrator admin baseball barcelona batman bienvenido cambiame changeme charlie clave
  computer contrasena contraseña default domain dominio dragon football freedom hello hosting iloveyou letmein login
  master michael monkey panel pass password passw0rd princess realmadrid root secret secreto shadow sunshine superman
  teamo temporal test trustno1 user usuario welcome whatever`
  .trim()
  .split(/\s+/);
/** Rows that fingers and minds follow: four or more in a row, in either direction, count as nothing. */
const rows = [
  lower,
  "01234567890",
  "qwertyuiop",
  "asdfghjklñ",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "qazwsxedcrfvtgbyhnujm",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
];
const paths = rows.flatMap((row) => [row, Array.from(row).toReversed().join("")]);
const runMin = 4;

function runAt(text: string, start: number): number {
  let length = 0;
  const follows = () => paths.some((path) => path.includes(text.slice(start, start + length + 1)));
  while (start + length < text.length && follows()) length += 1;
  return length;
}

function withoutRuns(text: string): string {
  let kept = "";
  for (let at = 0; at < text.length;) {
    const run = runAt(text, at);
    const isRun = run >= runMin;
    if (!isRun) kept += text[at];
    at += isRun ? run : 1;
  }
  return kept;
}

/** A domain name is no secret either, in any of its labels. */
const wordsOf = (names: readonly string[]): string[] =>
  names.flatMap((name) => name.toLowerCase().split(/[\s.@]+/)).filter((word) => word.length > 2);

function isPredictable(password: string, names: readonly string[], wanted: Rest): boolean {
  const words = [...wordsOf(names), ...commonWords].toSorted((a, b) => b.length - a.length);
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), password.toLowerCase());
  const varied = withoutRuns(rest).replaceAll(/(.+?)\1+/gsu, "$1");
  return varied.length < wanted.length || new Set(varied).size < wanted.distinct;
}

/**
 * What is wrong with a new panel password, or null. Length decides, not classes of characters (NIST SP 800-63B-4);
 * `names` are the company, the domain and the user, which an attacker tries first.
 */
export function panelPasswordFault(password: string, names: readonly string[] = []): Message | null {
  const { length } = Array.from(password);
  if (length < panelPasswordMin) return { key: "password.too_short", values: { minimum: panelPasswordMin } };
  if (length > panelPasswordMax) return { key: "password.too_long", values: { maximum: panelPasswordMax } };
  return isPredictable(password, names, panelRest) ? "password.predictable" : null;
}

/** The same of a mailbox's, whose length and characters its call has looked at: guessing machines never rest. */
export const servicePasswordFault = (password: string, names: readonly string[]): Message | null =>
  isPredictable(password, names, serviceRest) ? "password.predictable" : null;
