/** Addresses of names elsewhere, from the system's resolvers. They fetch what doesn't fit in a datagram by TCP themselves. */
import { Resolver } from "node:dns/promises";

export interface Found {
  readonly addresses: readonly string[];
  /** Families that were answered, with addresses or without. Of the others nothing is known. */
  readonly families: readonly (4 | 6)[];
  /** Seconds after which to ask again. */
  readonly ttl: number;
}

const deadline = 2000;
const shortestTtl = 5;
const longestTtl = 300;
const negativeTtl = 30;
/** For a name that could not be asked. */
const retryTtl = 15;

interface Address {
  readonly address: string;
  readonly ttl: number;
}

/** Only NOERROR and NXDOMAIN say that there is no address; all else (SERVFAIL, no answer, cut off) says nothing: null. */
async function ask(resolver: Resolver, name: string, family: 4 | 6): Promise<readonly Address[] | null> {
  try {
    return await (family === 4
      ? resolver.resolve4(name, { ttl: true })
      : resolver.resolve6(name, { ttl: true }));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENODATA" || code === "ENOTFOUND" ? [] : null;
  }
}

export async function resolve(resolvers: readonly string[], name: string): Promise<Found> {
  if (resolvers.length === 0) return { addresses: [], families: [], ttl: retryTtl };
  const resolver = new Resolver({ timeout: deadline / 2, tries: 2 });
  resolver.setServers(resolvers);
  const timer = setTimeout(() => resolver.cancel(), deadline);
  const [v4, v6] = await Promise.all([ask(resolver, name, 4), ask(resolver, name, 6)]);
  clearTimeout(timer);
  const found = [...(v4 ?? []), ...(v6 ?? [])];
  const shortest = found.length === 0 ? negativeTtl : Math.min(longestTtl, ...found.map(({ ttl }) => ttl));
  return {
    addresses: found.map(({ address }) => address),
    families: [...(v4 ? [4 as const] : []), ...(v6 ? [6 as const] : [])],
    ttl: v4 && v6 ? Math.max(shortestTtl, shortest) : retryTtl,
  };
}
