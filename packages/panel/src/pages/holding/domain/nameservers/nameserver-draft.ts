import {
  type Calls,
  type Domain,
  type FormOf,
  type Message,
  nameserversMin,
  parseHostName,
  type ReplyOf,
} from "@atrio/contract";

/** What the dialog of name servers holds. */
export interface NameserverDraft {
  /** The provider's; only for a domain with a service. */
  readonly isDefault: boolean;
  /** At least two, some of them empty. */
  readonly servers: readonly string[];
}

type Input = FormOf<Calls["nameserverEdit"]>;

const filled = (servers: readonly string[]): string[] => servers.map((name) => name.trim()).filter(Boolean);
const padded = (servers: readonly string[]): string[] => [
  ...servers,
  ...Array.from({ length: Math.max(0, nameserversMin - servers.length) }, () => ""),
];

/** As it opens: with the choice of the domain, and the servers it has. */
export const draftOf = (
  { dns }: Pick<Domain, "dns">,
  servers: readonly string[],
  hasService: boolean,
): NameserverDraft => {
  const isDefault = dns === "defaultDNS" && hasService;
  return { isDefault, servers: padded(isDefault ? [] : servers) };
};

export const isNameserverDraft = (value: unknown): value is NameserverDraft =>
  typeof value === "object" &&
  value !== null &&
  "isDefault" in value &&
  typeof value.isDefault === "boolean" &&
  "servers" in value &&
  Array.isArray(value.servers) &&
  value.servers.every((server) => typeof server === "string");

/** Names as people paste them: a line each, or with commas, or out of a zone file. */
export const splitNames = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Several names into one field: they go on in the fields after it, as far as there may be any. */
export const spread = (
  servers: readonly string[],
  index: number,
  names: readonly string[],
  most: number,
): string[] => servers.toSpliced(index, names.length, ...names).slice(0, most);

/** What is wrong with each server, before anybody is asked; null where nothing is. */
export function faultsOf({ isDefault, servers }: NameserverDraft): readonly (Message | null)[] | null {
  if (isDefault) return null;
  const names = servers.map((typed) => {
    const parsed = typed.trim() === "" ? null : parseHostName(typed.trim());
    return parsed?.ok ? parsed.value : null;
  });
  const faults = servers.map((typed, index): Message | null => {
    if (typed.trim() === "") return index < nameserversMin ? "main.required" : null;
    const parsed = parseHostName(typed.trim());
    if (!parsed.ok) return parsed.error;
    return names.indexOf(parsed.value) < index
      ? { key: "nameserver.repeated", values: { name: parsed.value } }
      : null;
  });
  return faults.some((fault) => fault !== null) ? faults : null;
}

export const inputOf = ({ isDefault, servers }: NameserverDraft): Input =>
  isDefault ? { "default-ns": "1" } : { "default-ns": "0", "dns[]": filled(servers) };

/** What the check said of a server as it is typed. */
export const answerOf = (
  { servers }: ReplyOf<Calls["nameserverCheck"]>,
  typed: string,
): ReplyOf<Calls["nameserverCheck"]>["servers"][number] | undefined => {
  const parsed = parseHostName(typed.trim());
  return parsed.ok ? servers.find(({ name }) => name === parsed.value) : undefined;
};
