import { toUnicode } from "@atrio/contract";

/** The whole name; the domain itself has none before it. */
export const hostOf = (name: string, reference: string): string =>
  name === "" ? reference : `${name}.${reference}`;

/** A host, and what stands behind it, as people write it. */
export function shownAddress(address: string): string {
  const [host = "", ...path] = address.split("/");
  return [toUnicode(host), ...path].join("/");
}
