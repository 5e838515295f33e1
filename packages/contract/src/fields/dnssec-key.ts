/** Public keys of DNSSEC: what the field of a DNSKEY holds, by algorithm. Nothing is verified with them here. */
import type { Message } from "../message.ts";

const base64 =
  /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$|^(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/;

const octetsOf = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Of those algorithms whose keys all have one length: RFC 5933 (12), 6605 (13, 14), 8080 (15, 16). */
const lengths: Readonly<Record<number, number>> = { 12: 64, 13: 64, 14: 96, 15: 32, 16: 57 };

const rsaBitsMax = 4096;
/** RFC 3110 (1, 5, 7), RFC 5702 (8, 10). */
const rsaBitsMin: Readonly<Record<number, number>> = { 1: 512, 5: 512, 7: 512, 8: 512, 10: 1024 };

/** Length of the exponent in one octet, or a zero and two; the exponent; the modulus. Null: it is not so. */
function rsaModulusBits(key: Uint8Array): number | null {
  const isLong = key[0] === 0;
  const head = isLong ? 3 : 1;
  const exponent = isLong ? (key[1] ?? 0) * 256 + (key[2] ?? 0) : (key[0] ?? 0);
  const modulus = key.slice(head + exponent);
  const [first = 0] = modulus;
  if (exponent === 0 || first === 0 || key[head] === 0) return null;
  return (modulus.length - 1) * 8 + (32 - Math.clz32(first));
}

function rsaFault(algorithm: number, key: Uint8Array): Message | null {
  const minimum = rsaBitsMin[algorithm] ?? 0;
  const bits = rsaModulusBits(key);
  return bits !== null && bits >= minimum && bits <= rsaBitsMax
    ? null
    : { key: "dnssec.key_rsa", values: { minimum, maximum: rsaBitsMax } };
}

/** RFC 2536, 2: T, Q of 20 octets, then P, G and Y of 64 + 8 T each. */
function dsaFault(key: Uint8Array): Message | null {
  const [size = 9] = key;
  return size <= 8 && key.length === 213 + 24 * size ? null : "dnssec.key_form";
}

/** RFC 4034, A.1.1: whose algorithm it is comes first, as a name or as an object identifier after its length. */
function privateFault(algorithm: number, key: Uint8Array): Message | null {
  const [first = 0] = key;
  const isWithin = first > 0 && key.length > first + 1;
  return isWithin && (algorithm === 254 || first <= 63) ? null : "dnssec.key_form";
}

/** What is wrong with a public key in base64; null: nothing that can be seen without using it. */
export function publicKeyFault(algorithm: number, text: string): Message | null {
  if (!base64.test(text)) return "dnssec.public_key";
  const key = octetsOf(text);
  const length = lengths[algorithm];
  if (length !== undefined)
    return key.length === length ? null : { key: "dnssec.key_length", values: { length, found: key.length } };
  if (algorithm in rsaBitsMin) return rsaFault(algorithm, key);
  return algorithm === 3 || algorithm === 6 ? dsaFault(key) : privateFault(algorithm, key);
}
