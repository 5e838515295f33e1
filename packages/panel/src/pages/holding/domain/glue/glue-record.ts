import { type Domain, type GlueRecord, toUnicode } from "@atrio/contract";

export const addressesOf = ({ ip, ipv6 }: GlueRecord): string[] =>
  [ip, ipv6].flatMap((address) => address || []);

/** The whole name, as people read it. */
export const hostOf = ({ name }: GlueRecord, domain: Domain): string => toUnicode(`${name}.${domain.name}`);
