/** A record as DNS providers hand it out: "12345 13 2 ABCD…", with or without what stands before it in a zone file. */
import type { DnssecType } from "@atrio/contract";

const lines: Readonly<Record<DnssecType, { names: readonly string[]; line: RegExp }>> = {
  digest: {
    names: ["keytag", "algorithm", "digesttype", "digest"],
    line: /(?:^|\sDS\s+)(\d+)\s+(\d+)\s+(\d+)\s+([\da-f\s]+)$/i,
  },
  pubkey: {
    names: ["flags", "protocols", "algorithm", "digest"],
    line: /(?:^|\sDNSKEY\s+)(\d+)\s+(\d+)\s+(\d+)\s+([\da-z+/=\s]+)$/i,
  },
};

/** Its parts by the form's fields; null: it is no whole record. */
export function fieldsOfLine(type: DnssecType, text: string): [name: string, value: string][] | null {
  const { names, line } = lines[type];
  const [, ...parts] = line.exec(text.replaceAll(/[()]/g, " ").trim()) ?? [];
  return parts.length === 0 ? null : names.map((name, at) => [name, parts[at]?.replaceAll(/\s/g, "") ?? ""]);
}
