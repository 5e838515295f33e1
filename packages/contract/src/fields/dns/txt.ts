/**
 * TXT is stored as the text itself: no quotes, no escapes, not split. Quotes are for those who paste from a zone file:
 * `"a" "b"` is one text, split because a string of DNS holds 255 octets, and reads `ab`. Without a quote in front every
 * character is literal, so SPF, DKIM and the like go in as they are.
 */
import { accepted, refused, type Result } from "../result.ts";

/**
 * RDATA may be 65,535 octets long, an answer too: a text near that can't be sent with its name and signature. A DKIM key
 * of 4,096 bits takes some 800 octets; 4,096 leave room for anything in use.
 */
export const longestText = 4096;
const longestString = 255;
/** Each octet typed as `\DDD`, in strings of one octet. */
const longestInput = longestText * 7;

const encoder = new TextEncoder();
/** `ignoreBOM`: a U+FEFF in front is a part of the text. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const control = /\p{Cc}/u;
const parenthesized = /^\(\s*(".*")\s*\)$/s;

export function parseTxt(input: string): Result<string> {
  const text = input.trim();
  if (text === "") return refused("dns.txt.required");
  if (text.length > longestInput) return refused("dns.txt.long", { max: longestText });
  if (!text.isWellFormed()) return refused("dns.txt.not_text");
  const inner = parenthesized.exec(text)?.[1] ?? text;
  const read = inner.startsWith('"') ? unquote(inner) : accepted(text);
  if (!read.ok) return read;
  if (read.value === "") return refused("dns.txt.required");
  if (control.test(read.value)) return refused("dns.txt.control");
  return encoder.encode(read.value).length > longestText
    ? refused("dns.txt.long", { max: longestText })
    : accepted(read.value);
}

/** One token of a quoted string: its end, an escape (RFC 1035, 5.1), or a run of plain characters. */
const token = /"|\\(\d{3})|\\(\D)|[^"\\]+/suy;
const gap = /\s*/y;

/** The text of one or more quoted strings. Escapes make octets, which together must be UTF-8. */
function unquote(input: string): Result<string> {
  const octets: number[] = [];
  let at = 0;
  while (at < input.length) {
    if (input[at] !== '"') return refused("dns.txt.between");
    at = readString(input, at + 1, octets);
    if (at < 0) return refused(at === unterminated ? "dns.txt.unterminated" : "dns.txt.escape");
    gap.lastIndex = at;
    at += gap.exec(input)![0].length;
  }
  try {
    return accepted(decoder.decode(Uint8Array.from(octets)));
  } catch {
    return refused("dns.txt.not_text");
  }
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
 * The text as a zone file and as PowerDNS write it: strings of 255 octets, each in quotes, octets outside printable ASCII
 * as `\DDD`. PowerDNS cuts at the same places, so what a transfer carries and what an answer carries are the same.
 */
export function presentTxt(text: string): string {
  const octets = encoder.encode(text);
  const strings: string[] = [];
  for (let at = 0; at < octets.length; at += longestString) {
    const part = Array.from(octets.subarray(at, at + longestString), presentOctet).join("");
    strings.push(`"${part}"`);
  }
  return strings.join(" ") || '""';
}

/** What a form shows: the text as it is, in quotes only where it would otherwise be read as something else. */
export function formatTxt(text: string): string {
  const read = parseTxt(text);
  return read.ok && read.value === text ? text : quoteText(text);
}

const quoteText = (text: string): string => `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
