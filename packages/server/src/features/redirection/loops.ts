/** Whether a redirection leads back to itself, by way of the service's others or at once. */
import type { WebPorts } from "../service/web.ts";

export interface Hop {
  readonly host: string;
  /** Empty: every path of the host. */
  readonly path: string;
  readonly url: string;
}

const withoutSlashes = (path: string): string => path.replace(/\/+$/, "");

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The servers know no case of hosts and paths, and no difference between `/a` and `/a/`. */
const addressOf = (host: string, path: string): string =>
  `${host.replace(/\.$/, "")}${withoutSlashes(path)}`.toLowerCase();

/** Where a browser asks next; undefined where that is no server of ours. */
function arrival(url: string, ports: WebPorts): { host: string; path: string } | undefined {
  const { protocol, hostname, port, pathname } = new URL(url);
  const own = protocol === "https:" ? ports.https : ports.http;
  return port === "" || Number(port) === own ? { host: hostname, path: decoded(pathname) } : undefined;
}

/**
 * A redirection of all of a host counts for its paths that have one of their own, too: else what is deleted could close a
 * circle. `null`: it leads nowhere back; `[]`: to itself at once; otherwise the redirections on the way.
 */
export function wayBack(one: Hop, others: readonly Hop[], ports: WebPorts): readonly Hop[] | null {
  const byAddress = Map.groupBy([one, ...others], ({ host, path }) => addressOf(host, path));
  const next = ({ url }: Hop): Hop[] => {
    const at = arrival(url, ports);
    if (!at) return [];
    const addresses = new Set([addressOf(at.host, at.path), addressOf(at.host, "")]);
    return [...addresses].flatMap((address) => byAddress.get(address) ?? []);
  };
  const cameBy = new Map<Hop, readonly Hop[]>([[one, []]]);
  for (const [hop, way] of cameBy)
    for (const reached of next(hop)) {
      const whole = hop === one ? way : [...way, hop];
      if (reached === one) return whole;
      if (!cameBy.has(reached)) cameBy.set(reached, whole);
    }
  return null;
}
