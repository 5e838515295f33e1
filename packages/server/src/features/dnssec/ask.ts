/** The questions behind the chain: DS at the parent's servers, DNSKEY and SOA at each of the zone's own. */
import { Resolver } from "node:dns/promises";
import { isPublishable } from "../../dnsd/resolve.ts";
import type { Read } from "../../db/handles.ts";
import { nameServers } from "../dns/expectation.ts";
import { type Asker, type NameServer, openAsker } from "../dns/name-server.ts";
import { type Delegation, type Served, delegationOf } from "./chain.ts";
import { type SignedAnswer, readAnswer } from "./message.ts";

const dnsPort = 53;
const rcodeNameError = 3;

/** A name server with where to ask it; no address: none is known. */
export interface Place {
  readonly name: string;
  readonly server: NameServer | null;
}
export interface Places {
  readonly parent: readonly Place[];
  readonly zone: readonly Place[];
}

const known = (name: string, address: string, port: number): Place => ({
  name,
  server: { name, address, port },
});

/** By the system's resolvers, as long as `signal` allows. */
async function resolve<T>(
  work: (resolver: Resolver) => Promise<T>,
  otherwise: T,
  signal: AbortSignal,
): Promise<T> {
  if (signal.aborted) return otherwise;
  const resolver = new Resolver({ timeout: 700, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  try {
    return await work(resolver);
  } catch {
    return otherwise;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** The first address that is not this machine's own. */
async function lookUp(name: string, signal: AbortSignal): Promise<Place> {
  const none: string[] = [];
  const found = await Promise.all([
    resolve((resolver) => resolver.resolve4(name), none, signal),
    resolve((resolver) => resolver.resolve6(name), none, signal),
  ]);
  const address = found.flat().find(isPublishable);
  return address === undefined ? { name, server: null } : known(name, address, dnsPort);
}

async function parentPlaces(
  { db }: Read,
  { backend, tld }: { readonly backend: string; readonly tld: string },
  signal: AbortSignal,
): Promise<Place[]> {
  const servers = await db
    .selectFrom("atrio.registry_server")
    .select(["name", "address", "port"])
    .where("backend", "=", backend)
    .orderBy("name")
    .execute();
  if (servers.length > 0) return servers.map(({ name, address, port }) => known(name, address, port));
  const none: string[] = [];
  const names = await resolve((resolver) => resolver.resolveNs(tld), none, signal);
  const places = await Promise.all(
    names
      .toSorted()
      .slice(0, 3)
      .map((name) => lookUp(name, signal)),
  );
  return places.filter(({ server }) => server !== null);
}

/** Where to ask for a domain: our own servers and hosts with glue are known, others are looked up. */
export async function placesOf(read: Read, holdingId: number, signal: AbortSignal): Promise<Places | null> {
  const { db } = read;
  const domain = await db
    .selectFrom("atrio.domain")
    .select(["tld", "backend", "name_servers"])
    .where("holding_id", "=", holdingId)
    .executeTakeFirst();
  if (!domain) return null;
  const own = new Map((await nameServers(read)).map((server) => [server.name, server]));
  const hosts = await db
    .selectFrom("atrio.glue")
    .select(["name", "ipv4", "ipv6"])
    .where("name", "in", domain.name_servers.length > 0 ? domain.name_servers : [""])
    .execute();
  const glue = new Map(hosts.map(({ name, ipv4, ipv6 }) => [name, [...ipv4, ...ipv6].find(isPublishable)]));
  const place = async (name: string): Promise<Place> => {
    const server = own.get(name);
    if (server) return { name, server };
    const address = glue.get(name);
    return address === undefined ? lookUp(name, signal) : known(name, address, dnsPort);
  };
  const [parent, zone] = await Promise.all([
    parentPlaces(read, domain, signal),
    Promise.all(domain.name_servers.map(place)),
  ]);
  return { parent, zone };
}

async function askOne(
  asker: Asker,
  name: string,
  type: "DS" | "DNSKEY" | "SOA",
  signal: AbortSignal,
): Promise<SignedAnswer | null> {
  try {
    return readAnswer(await asker.askSigned({ type, name }, signal));
  } catch {
    return null; // no answer, or none that can be read
  }
}

async function withAsker<T>({ server }: Place, work: (asker: Asker) => Promise<T>, otherwise: T): Promise<T> {
  if (!server) return otherwise;
  const asker = await openAsker(server).catch(() => null);
  if (!asker) return otherwise;
  try {
    return await work(asker);
  } finally {
    asker.close();
  }
}

/** What every server of the parent that answers says; empty: none did. */
export async function askParents(
  places: readonly Place[],
  name: string,
  signal: AbortSignal,
): Promise<Delegation[]> {
  const answers = await Promise.all(
    places.map((place) =>
      withAsker(
        place,
        async (asker) => {
          const answer = await askOne(asker, name, "DS", signal);
          const isUsable = answer?.authoritative && (answer.rcode === 0 || answer.rcode === rcodeNameError);
          return isUsable ? delegationOf(place.name, name, answer) : null;
        },
        null,
      ),
    ),
  );
  return answers.filter((answer) => answer !== null);
}

const usable = (answer: SignedAnswer | null): SignedAnswer | null =>
  answer?.authoritative && answer.rcode === 0 ? answer : null;

export const askZone = (places: readonly Place[], name: string, signal: AbortSignal): Promise<Served[]> =>
  Promise.all(
    places.map((place) =>
      withAsker<Served>(
        place,
        async (asker) => {
          const [keys, soa] = await Promise.all([
            askOne(asker, name, "DNSKEY", signal),
            askOne(asker, name, "SOA", signal),
          ]);
          return { server: place.name, keys: usable(keys), soa: usable(soa) };
        },
        { server: place.name, keys: null, soa: null },
      ),
    ),
  );
