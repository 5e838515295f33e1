/** Whether a redirection leads back to itself, by way of others of this installation or at once. */
import type { WebPorts } from "../service/web.ts";

export interface Hop {
  readonly host: string;
  /** Empty: every path of the host. */
  readonly path: string;
  readonly url: string;
}

/** Where redirections stand, as they are told apart: in small letters, without a slash at the end. */
export interface Address {
  readonly host: string;
  readonly path: string;
}

/**
 * As nginx reads a path: decoded once, then without empty parts, `.` and `..`; it knows no case, nor `/a` from `/a/`. What no
 * redirection's path has in it stays as it was written.
 */
function pathRead(path: string): string {
  const decoded = path.replaceAll(/%(2[1-9a-f]|[3-6][\da-f]|7[\da-e])/gi, (octet) =>
    String.fromCodePoint(Number.parseInt(octet.slice(1), 16)),
  );
  const parts: string[] = [];
  for (const part of decoded.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(`/${part}`);
  return parts.join("").toLowerCase();
}

/**
 * Where a browser asks next; nowhere where that is no server of ours. A redirection of all of a host counts for its paths that
 * have one of their own, too: else what is deleted could close a circle.
 */
function arrivals({ url }: Hop, ports: WebPorts): Address[] {
  const { protocol, hostname, port, pathname } = new URL(url);
  const own = protocol === "https:" ? ports.https : ports.http;
  if (port !== "" && Number(port) !== own) return [];
  const host = hostname.replace(/\.$/, "").toLowerCase();
  const path = pathRead(pathname);
  return path === ""
    ? [{ host, path }]
    : [
        { host, path },
        { host, path: "" },
      ];
}

const keyOf = ({ host, path }: Address): string => `${host}${path.toLowerCase()}`;

/** No browser follows as many, and nobody makes others wait by what he has written. */
const mostAddresses = 100;

/**
 * `standingAt` gives the redirections of these addresses. `null`: it leads nowhere back; `[]`: to itself at once; otherwise the
 * redirections on the way.
 */
export async function wayBack<T extends Hop>(
  one: Hop,
  standingAt: (addresses: readonly Address[]) => Promise<readonly T[]>,
  ports: WebPorts,
): Promise<readonly T[] | null> {
  const start = keyOf(one);
  const seen = new Set<string>();
  let ways: (readonly T[])[] = [[]];
  while (ways.length > 0 && seen.size < mostAddresses) {
    const cameBy = new Map<string, { readonly address: Address; readonly way: readonly T[] }>();
    for (const way of ways)
      for (const address of arrivals(way.at(-1) ?? one, ports)) {
        const key = keyOf(address);
        if (key === start) return way;
        if (!seen.has(key)) cameBy.set(key, { address, way });
        seen.add(key);
      }
    const reached = await standingAt([...cameBy.values()].map(({ address }) => address));
    ways = reached.map((hop) => (cameBy.get(keyOf(hop))?.way ?? []).concat(hop));
  }
  return null;
}
