/** The questions behind the chain: DS at the parent's servers, DNSKEY and SOA at each of the zone's own. */
import type { Read } from "../../db/handles.ts";
import { type Asker, type NameServer, openAsker } from "../dns/name-server.ts";
import { registryServers } from "../domain/live.ts";
import { type Candidate, type Reach, candidatesOf, locateAll } from "../nameserver/candidate.ts";
import { nameServersOf } from "../nameserver/world.ts";
import { type Delegation, type Served, delegationOf } from "./chain.ts";
import { type SignedAnswer, readAnswer } from "./message.ts";

/** Of a parent in the world. */
const parentsAsked = 3;
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

const placeOf = ({ name, servers }: Candidate): Place => ({ name, server: servers[0] ?? null });

async function parentPlaces(
  read: Read,
  { holdingId, tld }: { readonly holdingId: number; readonly tld: string },
  reach: Reach,
  signal: AbortSignal,
): Promise<Place[]> {
  const known = await registryServers(read, holdingId);
  if (known.length > 0) return known.map((server) => ({ name: server.name, server }));
  const names = (await nameServersOf(tld, signal)).slice(0, parentsAsked);
  const found = await locateAll(names, { ...reach, read, signal });
  return found.map(placeOf).filter(({ server }) => server !== null);
}

/** Where to ask for a domain; at an address that may not be a name server's nothing is asked. */
export async function placesOf(
  read: Read,
  holdingId: number,
  reach: Reach,
  signal: AbortSignal,
): Promise<Places | null> {
  const row = await read.db
    .selectFrom("atrio.domain")
    .select(["name as domain", "tld", "name_servers as names"])
    .where("holding_id", "=", holdingId)
    .executeTakeFirst();
  if (!row) return null;
  const { domain, tld, names } = row;
  const [parent, zone] = await Promise.all([
    parentPlaces(read, { holdingId, tld }, reach, signal),
    candidatesOf(names, { ...reach, read, domain, signal }),
  ]);
  return { parent, zone: zone.map(placeOf) };
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
