/**
 * TXT is stored as text: no quotes, no escapes. Without a quote in front every character is literal, so SPF, DKIM and the
 * like go in as they are, and the text is split where a string of DNS is full (255 octets). In quotes each string stays one
 * (RFC 6763, 6): several are stored with a line feed between them, which no text has. Strings that split as their text would
 * are stored as the text, so that a value has one form only.
 */
import { accepted, refused, type Result } from "../result.ts";

/**
 * RDATA may be 65,535 octets long, an answer too: a text near that can't be sent with its name and signature. A DKIM key
 * of 4,096 bits takes some 800 octets; 4,096 leave room for anything in use. Of several strings each but the first counts
 * one more.
 */
export const longestText = 4096;
const longestString = 255;
const separator = "\n";
/** Each octet typed as `\DDD`, in strings of one octet. */
const longestInput = longestText * 7;

const encoder = new TextEncoder();
/** `ignoreBOM`: a U+FEFF in front is a part of the text. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const control = /\p{Cc}/u;
const parenthesized = /^\(\s*(".*")\s*\)$/s;

/** The quoted strings of a text as typed; null where it is plain. */
function quotedPart(text: string): string | null {
  const inner = parenthesized.exec(text)?.[1] ?? text;
  return inner.startsWith('"') ? inner : null;
}

/** Whether blanks at the ends of what was typed are left out. */
export const losesBlanks = (typed: string): boolean => typed.trim() !== "" && typed.trim() !== typed;
/** The same of a text: blanks around its quotes are no part of it. */
export const textLosesBlanks = (typed: string): boolean =>
  losesBlanks(typed) && quotedPart(typed.trim()) === null;

export function parseTxt(input: string): Result<string> {
  const text = input.trim();
  if (text === "") return refused("dns.txt.required");
  if (text.length > longestInput) return refused("dns.txt.long", { max: longestText });
  if (!text.isWellFormed()) return refused("dns.txt.not_text");
  const strings = quotedPart(text);
  const read = strings === null ? accepted(text) : unquote(strings);
  if (!read.ok) return read;
  if (control.test(strings === null ? text : joinedText(read.value))) return refused("dns.txt.control");
  return encoder.encode(read.value).length > longestText
    ? refused("dns.txt.long", { max: longestText })
    : accepted(read.value);
}

/** Cuts where PowerDNS does, or up to `back` octets before, so as not to cut a character. */
function cut(octets: Uint8Array, back: 0 | 3 = 0): Uint8Array[] {
  const strings: Uint8Array[] = [];
  for (let at = 0, end = 0; at < octets.length; at = end) {
    end = at + longestString;
    for (let moved = 0; moved < back; moved++) if (((octets[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    strings.push(octets.subarray(at, end));
  }
  return strings.length === 0 ? [octets] : strings;
}

function join(strings: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(strings.flatMap((string) => [...string]));
}

/** The value that strings are stored as; null where one of them is not UTF-8. */
export function textOfStrings(strings: readonly Uint8Array[]): string | null {
  const last = strings.length - 1;
  const isOneText = strings.every(({ length }, index) =>
    index < last ? length === longestString : length > 0 || last === 0,
  );
  try {
    return isOneText
      ? decoder.decode(join(strings))
      : strings.map((string) => decoder.decode(string)).join(separator);
  } catch {
    return null;
  }
}

/** The strings of a stored value as name servers send them. */
export const textStrings = (value: string): Uint8Array[] =>
  value.includes(separator)
    ? value.split(separator).map((string) => encoder.encode(string))
    : cut(encoder.encode(value));

/** A stored value as SPF, DKIM and their kin read it: its strings one after the other (RFC 7208, 3.3). */
export const joinedText = (value: string): string => value.replaceAll(separator, "");

/** One token of a quoted string: its end, an escape (RFC 1035, 5.1), or a run of plain characters. */
const token = /"|\\(\d{3})|\\(\D)|[^"\\]+/suy;
const gap = /\s*/y;

/** The stored form of one or more quoted strings. Escapes make octets, which must be UTF-8. */
function unquote(input: string): Result<string> {
  const strings: Uint8Array[] = [];
  let at = 0;
  while (at < input.length) {
    if (input[at] !== '"') return refused("dns.txt.between");
    const octets: number[] = [];
    at = readString(input, at + 1, octets);
    if (at < 0) return refused(at === unterminated ? "dns.txt.unterminated" : "dns.txt.escape");
    // a control character within a string would be taken for what lies between two
    if (octets.some((octet) => octet < 0x20 || octet === 0x7f)) return refused("dns.txt.control");
    strings.push(Uint8Array.from(octets));
    gap.lastIndex = at;
    at += gap.exec(input)![0].length;
  }
  if (strings.every(({ length }) => length === 0)) return refused("dns.txt.required");
  // one text is cut as when it is typed without quotes
  const back = strings.length === 1 ? 0 : 3;
  const text = textOfStrings(strings.flatMap((string) => cut(string, back)));
  return text === null ? refused("dns.txt.not_text") : accepted(text);
}

const unterminated = -1;
const wrongEscape = -2;
const highestOctet = 255;

/** Reads up to the closing quote and returns the place behind it. */
function readString(input: string, start: number, octets: number[]): number {
  let at = start;
  token.lastIndex = at;
  for (let match = token.exec(input); match; match = token.exec(input)) {
    at = token.lastIndex;
    const [all, decimal, escaped] = match;
    if (all === '"') return at;
    if (decimal === undefined) {
      for (const octet of encoder.encode(escaped ?? all)) octets.push(octet);
    } else {
      const octet = Number(decimal);
      if (octet > highestOctet) return wrongEscape;
      octets.push(octet);
    }
  }
  return at < input.length ? wrongEscape : unterminated;
}

const escapes: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\" };

function presentOctet(octet: number): string {
  if (octet < 0x20 || octet > 0x7e) return `\\${String(octet).padStart(3, "0")}`;
  const character = String.fromCharCode(octet);
  return escapes[character] ?? character;
}

/**
 * A stored value as a zone file and as PowerDNS write it: each string in quotes, octets outside printable ASCII as `\DDD`.
 * PowerDNS cuts a text at the same places, so what a transfer carries and what an answer carries are the same.
 */
export const presentTxt = (value: string): string =>
  textStrings(value)
    .map((string) => `"${Array.from(string, presentOctet).join("")}"`)
    .join(" ");

/** What a form shows: one text as it is, in quotes only where it would otherwise be read as something else. */
export function formatTxt(value: string): string {
  const read = parseTxt(value);
  return read.ok && read.value === value ? value : value.split(separator).map(quoteText).join(" ");
}

const quoteText = (text: string): string => `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
