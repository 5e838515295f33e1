import type { Redirection, SubdomainEntry } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import type { Web } from "../hosting-queries.ts";

/** Addresses on one page of the list. */
export const pageSize = 20;

/** What the list shows under one address: its site, and what leads away from it. */
export interface SiteGroup {
  /** In front of the domain; empty for the domain itself. */
  readonly name: string;
  /** As the user reads it. */
  readonly host: string;
  /** Undefined where nothing but redirections is there, or the user sees no more. */
  readonly site: SubdomainEntry | undefined;
  readonly redirections: readonly Redirection[];
}

export const hostOf = (name: string, domain: string): string =>
  toUnicode(name === "" ? domain : `${name}.${domain}`);

/** shop2 before shop10; the domain itself first, then www. */
const inOrder = new Intl.Collator("en", { numeric: true });
const rank = ({ name }: SiteGroup) => (name === "" ? 0 : name === "www" ? 1 : 2);
const byHost = (a: SiteGroup, b: SiteGroup): number => rank(a) - rank(b) || inOrder.compare(a.host, b.host);

export function groupsOf({ sites, redirections }: Web, domain: string): SiteGroup[] {
  const siteOf = new Map(sites.map((site) => [site.subdominio, site]));
  const ledFrom = Map.groupBy(redirections, ({ subdominio }) => subdominio);
  return [...new Set([...siteOf.keys(), ...ledFrom.keys()])]
    .map((name) => ({
      name,
      host: hostOf(name, domain),
      site: siteOf.get(name),
      redirections: (ledFrom.get(name) ?? []).toSorted((a, b) => inOrder.compare(a.recurso, b.recurso)),
    }))
    .toSorted(byHost);
}

/** A group is found by its address, its folder, and where its redirections lead. */
export function filterGroups(groups: readonly SiteGroup[], q = ""): readonly SiteGroup[] {
  const wanted = q.trim().toLowerCase();
  return groups.filter(({ host, site, redirections }) =>
    [host, site?.directorio ?? "", ...redirections.flatMap(({ recurso, url }) => [recurso, url])].some(
      (text) => text.toLowerCase().includes(wanted),
    ),
  );
}

/** The page of the whole list that an address is on. */
export function pageOf(web: Web, domain: string, name: string): number {
  const index = groupsOf(web, domain).findIndex((group) => group.name === name);
  return Math.floor(Math.max(0, index) / pageSize) + 1;
}
