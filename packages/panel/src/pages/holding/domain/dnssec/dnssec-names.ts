import type { DnssecRecord } from "@atrio/contract";

/** IANA's registry "DNS Security Algorithm Numbers"; names are the same in every language. */
const algorithms: Readonly<Record<number, string>> = {
  1: "RSAMD5",
  2: "DH",
  3: "DSA",
  5: "RSASHA1",
  6: "DSA-NSEC3-SHA1",
  7: "RSASHA1-NSEC3-SHA1",
  8: "RSASHA256",
  10: "RSASHA512",
  12: "ECC-GOST",
  13: "ECDSAP256SHA256",
  14: "ECDSAP384SHA384",
  15: "ED25519",
  16: "ED448",
  253: "PRIVATEDNS",
  254: "PRIVATEOID",
};
/** Specification 1, section 3. */
const digestTypes: Readonly<Record<number, string>> = {
  1: "SHA-1",
  2: "SHA-256",
  3: "GOST R 34.11-94",
  4: "SHA-384",
};
const flags: Readonly<Record<number, string>> = { 256: "ZSK", 257: "KSK" };

const named = (names: Readonly<Record<number, string>>) => (code: number) => names[code] ?? String(code);
export const algorithmName = named(algorithms);
export const digestTypeName = named(digestTypes);
export const flagsName = named(flags);

/** "ECDSAP256SHA256 · SHA-256", or "… · KSK" where the registry is told the key itself. */
export const kindOf = (record: DnssecRecord): string =>
  `${algorithmName(record.algorithm)} · ${
    "digest" in record ? digestTypeName(record.digesttype) : flagsName(record.flags)
  }`;

/** Options of a choice: the code that the registry is told, and its name. */
export const optionsOf = (codes: readonly number[], name: (code: number) => string) =>
  codes.map((code) => ({
    id: code,
    label: name(code) === String(code) ? name(code) : `${code} · ${name(code)}`,
  }));
