/**
 * The addresses behind an ANAME's target. Names in zones of ours are asked from our own PowerDNS, all others from the
 * system's resolvers; a chain of CNAMEs may lead from one to the other. Eight steps and two seconds at most.
 *
 * Addresses that mean "this host" or "this wire" to whoever gets them are left out (0/8, 127/8, link-local, multicast,
 * broadcast, and their IPv6 kin): a customer's name must not lead visitors into their own machine. Private ranges are
 * allowed: names for use inside a company's network are common, and nothing here connects to them.
 */
import { Resolver } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import type { Server } from "./config.ts";
import { type DnsClient, rcodes } from "./dns-client.ts";

export interface Resolution {
  readonly addresses: readonly string[];
  /** Seconds after which to ask again. */
  readonly ttl: number;
}

const longestChain = 8;
const deadline = 2000;
const ownTimeout = 1000;
const shortestTtl = 5;
const longestTtl = 300;
const negativeTtl = 30;
/** Our own zones change at any moment and cost nothing to ask. */
const ownTtl = 20;
const addressesAtMost = 32;

const refusedRanges = new Set(["unspecified", "broadcast", "multicast", "linkLocal", "loopback"]);

export function isPublishable(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return !refusedRanges.has(parsed.range());
}

interface Part {
  readonly addresses: readonly string[];
  readonly ttls: readonly number[];
}

const nothing: Part = { addresses: [], ttls: [] };
const noAnswer = Symbol("no answer");
type Outcome = Part | typeof noAnswer;

export class TargetResolver {
  readonly #client: DnsClient;
  readonly #own: Server;
  readonly #resolvers: readonly string[];

  constructor(client: DnsClient, own: Server, resolvers: readonly string[]) {
    this.#client = client;
    this.#own = own;
    this.#resolvers = resolvers;
  }

  /** Null where the target could not be asked: what was found before stays. */
  async resolve(target: string): Promise<Resolution | null> {
    const until = Date.now() + deadline;
    const [v4, v6] = await Promise.all([
      this.#chain(target, "A", longestChain, until),
      this.#chain(target, "AAAA", longestChain, until),
    ]);
    if (v4 === noAnswer || v6 === noAnswer) return null;
    const addresses = [...new Set([...v4.addresses, ...v6.addresses])].filter(isPublishable);
    const ttls = [...v4.ttls, ...v6.ttls];
    return {
      addresses: addresses.slice(0, addressesAtMost),
      ttl: addresses.length === 0 ? negativeTtl : Math.max(shortestTtl, Math.min(longestTtl, ...ttls)),
    };
  }

  async #chain(name: string, type: "A" | "AAAA", steps: number, until: number): Promise<Outcome> {
    if (steps === 0) return nothing;
    const left = until - Date.now();
    if (left <= 0) return noAnswer;
    const reply = await this.#client.ask(this.#own, type, name, Math.min(ownTimeout, left));
    if (reply === null || reply.rcode === rcodes.servfail) return noAnswer;
    // not a zone of ours, or delegated away from it
    if (reply.rcode === rcodes.refused || !reply.authoritative) return this.#foreign(name, type, until);
    const addresses = reply.answers.flatMap((answer) =>
      answer.type === "A" || answer.type === "AAAA" ? [answer.data] : [],
    );
    if (addresses.length > 0) return { addresses, ttls: [ownTtl] };
    const alias = reply.answers.flatMap((answer) => (answer.type === "CNAME" ? [answer.data] : [])).at(-1);
    return alias === undefined ? nothing : this.#chain(alias, type, steps - 1, until);
  }

  async #foreign(name: string, type: "A" | "AAAA", until: number): Promise<Outcome> {
    const left = until - Date.now();
    if (left <= 0 || this.#resolvers.length === 0) return noAnswer;
    const resolver = new Resolver({ timeout: Math.max(1, Math.floor(left / 2)), tries: 2 });
    resolver.setServers(this.#resolvers);
    const timer = setTimeout(() => resolver.cancel(), left);
    try {
      const found =
        type === "A"
          ? await resolver.resolve4(name, { ttl: true })
          : await resolver.resolve6(name, { ttl: true });
      return { addresses: found.map(({ address }) => address), ttls: found.map(({ ttl }) => ttl) };
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      return code === "ENODATA" || code === "ENOTFOUND" ? nothing : noAnswer;
    } finally {
      clearTimeout(timer);
    }
  }
}
