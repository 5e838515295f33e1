/**
 * Which addresses a name server may have: those that everybody reaches. Networks that the operator allows all the same are
 * for laboratories (settings.json, `glue.allow`).
 */
import type { Message } from "@atrio/contract";
import ipaddr from "ipaddr.js";

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];
/** What to say of an address that is refused; undefined: it may be used. */
export type AddressRule = (address: string) => Message | undefined;

/** The ranges that people meet, in words; all others are reserved. */
const words: Readonly<Record<string, string>> = {
  unspecified: "unspecified",
  broadcast: "multicast",
  multicast: "multicast",
  linkLocal: "link",
  loopback: "loopback",
  carrierGradeNat: "shared",
  private: "private",
  uniqueLocal: "private",
  deprecatedSiteLocal: "private",
  "6to4": "tunnel",
  teredo: "tunnel",
};
/** IPv4-compatible, deprecated (RFC 4291, 2.5.5.1): to `ipaddr.js` they are like any other. */
const compatible: Network = ipaddr.parseCIDR("::/96");

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

const rangeOf = (address: ipaddr.IPv4 | ipaddr.IPv6): string => {
  const range = address.range();
  return range === "unicast" && isWithin(address, compatible) ? "reserved" : range;
};

/** `allowed`: networks as `192.0.2.0/24`. Takes addresses in canonical form. */
export function addressRule(allowed: readonly string[]): AddressRule {
  const networks = allowed.map((network): Network => ipaddr.parseCIDR(network));
  return (address) => {
    const parsed = ipaddr.parse(address);
    const range = rangeOf(parsed);
    if (range === "unicast" || networks.some((network) => isWithin(parsed, network))) return undefined;
    return { key: "ip.not_public", values: { address, range: words[range] ?? "reserved" } };
  };
}
