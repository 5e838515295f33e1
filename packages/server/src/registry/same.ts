/** When two things that a registry holds are the same. */
import { isDeepStrictEqual } from "node:util";
import type { SecDns } from "./backend.ts";

/** A record by what it says: it has no other name. */
export const secDnsKey = (record: SecDns): string =>
  record.kind === "ds"
    ? `ds ${record.keyTag} ${record.algorithm} ${record.digestType} ${record.digest}`
    : `key ${record.flags} ${record.protocol} ${record.algorithm} ${record.publicKey}`;

export const sameSecDns = (one: SecDns, other: SecDns): boolean => secDnsKey(one) === secDnsKey(other);

/** In whatever order. */
export const sameNames = (these: readonly string[], those: readonly string[]): boolean =>
  isDeepStrictEqual(these.toSorted(), those.toSorted());
