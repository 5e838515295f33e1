/** Whether a redirection leads back to itself, by way of others of this installation or at once. */
import { splitSitePath } from "@atrio/contract";
import type { WebPorts } from "../service/web.ts";

export interface Hop {
  readonly host: string;
  /** Empty: every path of the host. With the query it asks for. */
  readonly path: string;
  readonly url: string;
  readonly keepPath: boolean;
}

/** Where redirections stand, as they are told apart: in small letters, without a slash at the end. */
export interface Address {
  readonly host: string;
  readonly path: string;
  /** Every path below it counts, too. */
  readonly isAbove: boolean;
}

/** What a browser asks for. */
interface Request {
  readonly host: string;
  /** As in `Address`, without a query. */
  readonly path: string;
  readonly query: string;
  /** Any path below it, with any query. */
  readonly isAny: boolean;
}

const lowerCase = (text: string): string => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase());

/** As nginx reads a path: decoded once, then without empty parts, `.` and `..`; it knows no case, nor `/a` from `/a/`. */
function pathRead(path: string): string {
  const decoded = path.replaceAll(/(?:%[\da-f]{2})+/gi, (octets) =>
    Buffer.from(octets.replaceAll("%", ""), "hex").toString(),
  );
  const parts: string[] = [];
  for (const part of decoded.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(`/${part}`);
  return lowerCase(parts.join(""));
}

/** What makes the redirection answer. One that keeps every path of its host takes each of them along. */
function firstRequest({ host, path: sitePath, keepPath }: Hop): Request {
  const [path, query] = splitSitePath(sitePath);
  return { host, path: pathRead(path), query: lowerCase(query), isAny: sitePath === "" && keepPath };
}

/** The request that a browser makes next; undefined if it leads to another server. */
function nextRequest({ url, keepPath }: Hop, asked: Request, ports: WebPorts): Request | undefined {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const own = protocol === "https:" ? ports.https : ports.http;
  if (port !== "" && Number(port) !== own) return undefined;
  const host = hostname.replace(/\.$/, "").toLowerCase();
  const path = pathRead(pathname);
  return keepPath
    ? { ...asked, host, path: path + asked.path }
    : { host, path, query: lowerCase(search.slice(1)), isAny: false };
}

/**
 * Which redirections may answer. One of all of a host counts for its paths that have one of their own, too, and one of a path
 * for its queries: else what is deleted could close a circle.
 */
function addressesOf({ host, path, query, isAny }: Request): Address[] {
  const own = query === "" ? [path] : [`${path || "/"}?${query}`, path];
  return [...new Set([...own, ""])].map((one) => ({ host, path: one, isAbove: isAny && one === path }));
}

const keyOf = ({ host, path, isAbove }: Address): string => `${host}${path}${isAbove ? "/*" : ""}`;

const answers = (hop: Hop, { host, path, isAbove }: Address): boolean => {
  const at = lowerCase(hop.path);
  return (
    hop.host === host &&
    (at === path || (isAbove && (at.startsWith(`${path}/`) || at.startsWith(`${path}?`))))
  );
};

/** No browser follows as many, and nobody makes others wait by what he has written. */
const mostAddresses = 100;

/**
 * `standingAt` gives the redirections of these addresses. `null`: it leads nowhere back; `[]`: to itself at once; otherwise the
 * redirections on the way. One that keeps every path comes back as soon as one of them does.
 */
export async function wayBack<T extends Hop>(
  one: Hop,
  standingAt: (addresses: readonly Address[]) => Promise<readonly T[]>,
  ports: WebPorts,
): Promise<readonly T[] | null> {
  const seen = new Set<string>();
  let ways: { readonly way: readonly T[]; readonly asked: Request }[] = [
    { way: [], asked: firstRequest(one) },
  ];
  while (ways.length > 0 && seen.size < mostAddresses) {
    const arrived: { readonly address: Address; readonly asked: Request; readonly way: readonly T[] }[] = [];
    for (const { way, asked: before } of ways) {
      const asked = nextRequest(way.at(-1) ?? one, before, ports);
      for (const address of asked ? addressesOf(asked) : []) {
        if (answers(one, address)) return way;
        const key = keyOf(address);
        if (!seen.has(key)) arrived.push({ address, asked: asked!, way });
        seen.add(key);
      }
    }
    const reached = await standingAt(arrived.map(({ address }) => address));
    ways = reached.flatMap((hop) => {
      const from = arrived.find(({ address }) => answers(hop, address));
      if (!from) return [];
      // where any path was asked for, it is this one's
      const asked = from.asked.isAny && hop.path !== "" ? { ...firstRequest(hop), isAny: false } : from.asked;
      return [{ way: from.way.concat(hop), asked }];
    });
  }
  return null;
}
