/** Whether a registry shows what was asked of it. */
import { isDeepStrictEqual } from "node:util";
import type { Capabilities, DomainState, Host, RegistryContact } from "../registry/backend.ts";
import { sameNames, secDnsKey } from "../registry/same.ts";
import type { Wish } from "./queue.ts";

const sameHost = (these: Host, those: Host): boolean =>
  these.name === those.name && sameNames(these.ipv4, those.ipv4) && sameNames(these.ipv6, those.ipv6);

/** A number that the registry has no field for says nothing. */
function sameContact(wanted: RegistryContact, said: RegistryContact | undefined): boolean {
  if (!said) return false;
  const identificationNumber = said.identificationNumber || wanted.identificationNumber;
  return isDeepStrictEqual({ ...said, identificationNumber }, { ...wanted });
}

export function isFulfilled(
  { kind, wanted }: Wish,
  { status, nameservers, locks, privacy, secDns, hosts, contacts }: DomainState,
  { contacts: { roles } }: Capabilities,
  defaults: readonly string[],
): boolean {
  const records = new Set(secDns.map(secDnsKey));
  const has = (record: Parameters<typeof secDnsKey>[0]) => records.has(secDnsKey(record));
  switch (kind) {
    case "create":
      return status !== "register-pending";
    case "nameservers":
      return sameNames(nameservers, wanted.mode === "default" ? defaults : wanted.nameservers);
    case "transferLock":
      return locks.transfer === wanted.on;
    case "block":
      return locks.block === wanted.on;
    case "privacy":
      return privacy === wanted.on;
    case "dnssec":
      return wanted.add.every(has) && !wanted.remove.some(has);
    case "putHost":
      return hosts.some((host) => sameHost(host, wanted));
    case "deleteHost":
      return !hosts.some(({ name }) => name === wanted.name);
    case "contacts":
      return roles.every((role) => {
        const contact = wanted.contacts[role];
        return !contact || sameContact(contact, contacts[role]);
      });
    case "transfer":
      // whose a domain is, is not shown
      return false;
    case "authCode":
    case "refresh":
  }
  return true;
}
