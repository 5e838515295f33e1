/** The lines of one holding in each of nginx's maps. What a customer typed is quoted here and nowhere else. */
import { splitSitePath, toUnicode } from "@atrio/contract";
import { escaped } from "./html.ts";
import type { HoldingWeb, Redirection, Site } from "./sites.ts";

export const mapNames = [
  "site",
  "holding",
  "folder",
  "state",
  "https-only",
  "php-value",
  "certificate",
  "redirect-query",
  "redirect-path",
  "redirect-host",
  "brand",
  "shown",
] as const;
export type MapName = (typeof mapNames)[number];
export type Lines = Readonly<Record<MapName, readonly string[]>>;

const encodeOctet = (octet: number): string => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;

/** In quotes, with nothing in it that nginx, a header or a variable could be made of. */
function quoted(text: string): string {
  const plain = text.replaceAll(/[^\x21-\x7e]|["'\\$;{}`<>|^]/gu, (character) =>
    [...Buffer.from(character)].map(encodeOctet).join(""),
  );
  return `"${plain}"`;
}

/** As nginx has it after decoding; no character of it ends the quotes or the line (redirection_path_check). */
function quotedAddress(address: string): string {
  if (/[\p{Cc}"'\\$`{}<>|^#]/u.test(address))
    throw new Error("The path of a redirection has a character it cannot have.");
  return `"${address}"`;
}

/** Folders hold spaces; every other character of theirs is plain (atrio.web_folder_valid). */
function quotedFolder(folder: string): string {
  if (!/^(\/[A-Za-z0-9._ -]+)*$/.test(folder)) throw new Error("The folder has a character it cannot have.");
  return `"${folder}"`;
}

/**
 * What a site may set, as stack/php/php.ini has it. A process of PHP serves all sites of a service one after the other and keeps
 * what it was told last: each request says every one.
 */
export const phpDefaults = {
  memory_limit: "128M",
  upload_max_filesize: "64M",
  post_max_size: "72M",
  max_execution_time: "60",
  display_errors: "0",
} as const;

/** `name=value` lines, as PHP's FastCGI interface takes them. */
export function phpValue(settings: Site["phpSettings"]): string {
  const lines = Object.entries({ ...phpDefaults, ...settings }).map(([name, value]) => `${name}=${value}`);
  const text = lines.join("\n");
  if (!/^[a-zA-Z0-9_.=\n-]*$/.test(text)) throw new Error("A PHP setting has a character it cannot have.");
  return text;
}

const folderOf = ({ folder }: Site): string => (folder === "/" ? "" : folder);

/** `301+` is followed by the path and query of the request, which begin with a slash. */
function target({ id, type, url, keepPath }: Redirection): string {
  if (type === "frame") return `"frame ${id}"`;
  const to = quoted(url).slice(1, -1);
  return keepPath ? `"${type}+ ${to.replace(/\/+$/, "")}"` : `"${type} ${to}"`;
}

/** The keys of a redirection of a path: what is asked for as a folder is the same. */
function addressesOf({ host, path: sitePath }: Redirection): string[] {
  const [path, query] = splitSitePath(sitePath);
  const paths = path === "/" ? ["/"] : [path, `${path}/`];
  return paths.map((one) => `${host}${one}${query === "" ? "" : `?${query}`}`);
}

const pathLines = (redirections: readonly Redirection[]): string[] =>
  redirections.flatMap((one) =>
    addressesOf(one).map((address) => `${quotedAddress(address)} ${target(one)};`),
  );

function redirectionLines(
  redirections: readonly Redirection[],
): Pick<Lines, "redirect-query" | "redirect-path" | "redirect-host"> {
  const whole = redirections.filter(({ path }) => path === "");
  const byPath = redirections.filter(({ path }) => path !== "");
  return {
    "redirect-host": whole.map((one) => `${one.host} ${target(one)};`),
    "redirect-query": pathLines(byPath.filter(({ path }) => path.includes("?"))),
    "redirect-path": pathLines(byPath.filter(({ path }) => !path.includes("?"))),
  };
}

/** A name with letters beyond ASCII as people write it; none of its characters means anything to nginx. */
function shownLine(host: string): string[] {
  const shown = toUnicode(host);
  const isPlain = shown !== host && /^[a-z0-9._\p{L}\p{M}\p{Nd}-]+$/u.test(shown);
  return isPlain ? [`${host} "${shown}";`] : [];
}

/** Which hosts of a holding nginx answers: a service that only parks has its own two, and those it redirects. */
export function hostsOf({ kind, reference, sites, redirections }: HoldingWeb): string[] {
  const own = kind === "parking" ? [reference, `www.${reference}`] : sites.map(({ host }) => host);
  return [...new Set([...own, ...redirections.map(({ host }) => host)])];
}

/**
 * A redirected name that a wildcard serves stays the wildcard's, but for what is redirected. Only where it is deeper than the wildcard's
 * certificate reaches it has one of its own.
 */
function lentSites({ sites, redirections, certificates }: HoldingWeb, written: ReadonlySet<number>): Site[] {
  const own = new Set(sites.map(({ host }) => host));
  const named = new Map(
    certificates.map(({ host, certificateId }) => [
      host,
      written.has(certificateId) ? certificateId : undefined,
    ]),
  );
  const wildcards = sites
    .filter(({ host }) => host.startsWith("*."))
    .toSorted((one, other) => other.host.length - one.host.length);
  const names = new Set(redirections.map(({ host }) => host).filter((host) => !own.has(host)));
  return [...names].flatMap((host) => {
    const wildcard = wildcards.find((site) => host.endsWith(site.host.slice(1)));
    if (!wildcard) return [];
    const certificateId = named.get(host);
    return [{ ...wildcard, host, ...(certificateId === undefined ? {} : { https: true, certificateId }) }];
  });
}

/** `certificates`: those that lie where nginx reads them. */
export function linesOf(web: HoldingWeb, certificates: ReadonlySet<number>): Lines {
  const hosts = hostsOf(web);
  const sites = [...web.sites, ...lentSites(web, certificates)];
  const isSite = new Set(sites.map(({ host }) => host));
  const state = web.trafficSpent ? "traffic" : web.parking ? "parking" : "site";
  const secured = sites.filter(
    ({ https, certificateId }) => https && certificateId !== null && certificates.has(certificateId),
  );
  // a site's switch says whether it answers by HTTPS
  const named = web.certificates.filter(
    ({ host, certificateId }) => !isSite.has(host) && certificates.has(certificateId),
  );
  return {
    site: hosts.map((host) => `${host} "${host}";`),
    holding: hosts.map((host) => `${host} ${web.holdingId};`),
    folder: sites.map((site) => `${site.host} ${quotedFolder(folderOf(site))};`),
    // a name that is only redirected has no folder to serve from
    state: hosts
      .map((host) => [host, state === "site" && !isSite.has(host) ? "none" : state])
      .filter(([, said]) => said !== "site")
      .map(([host, said]) => `${host} ${said};`),
    "https-only": secured
      .filter(({ httpsOnly }) => httpsOnly)
      .map(({ host, hsts }) => `${host} ${hsts ? 2 : 1};`),
    "php-value": sites
      .filter(({ phpSettings }) => Object.keys(phpSettings).length > 0)
      .map(({ host, phpSettings }) => `${host} "${phpValue(phpSettings)}";`),
    certificate: [...secured, ...named].map(({ host, certificateId }) => `${host} ${certificateId};`),
    ...redirectionLines(web.redirections),
    brand:
      state === "parking" && web.companyId !== null ? hosts.map((host) => `${host} ${web.companyId};`) : [],
    shown: hosts.flatMap(shownLine),
  };
}

/** The page that shows another one within the customer's own address, in a language that nobody said. */
export const framePage = ({ url, title, description, keywords }: Redirection): string => `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description)}">
<meta name="keywords" content="${escaped(keywords)}">
<style>html, body, iframe { margin: 0; border: 0; padding: 0; width: 100%; height: 100%; display: block }</style>
</head>
<body>
<iframe src="${escaped(url)}" title="${escaped(title)}"></iframe>
</body>
</html>
`;
