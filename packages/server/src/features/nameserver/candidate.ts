/**
 * Whether a name can be a name server of a domain, and where it is reached. Names below the domain itself can't be found
 * before it delegates to them: they have the addresses of its glue. The same is known of hosts below other domains here, of
 * the installation's own name servers, and of names in zones that these answer; all others are asked from the world.
 */
import { isIP } from "node:net";
import { type Message, toUnicode } from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import { nameServers } from "../dns/expectation.ts";
import { type NameServer, openAsker } from "../dns/name-server.ts";
import { namesUpTo } from "../dns/rules.ts";
import type { AddressRule } from "../glue/addresses.ts";
import { type Found, type LookUp, type Place, hasNoAddress, isAlias, isUnknown, placesAt } from "./world.ts";

/** Where there is an error it cannot be a name server. */
export interface Candidate {
  readonly name: string;
  readonly addresses: readonly string[];
  /** Where it is asked: our own may listen elsewhere than the world finds them. */
  readonly servers: readonly NameServer[];
  readonly error: Message | null;
}

/** Which hosts of the world are asked, and how they are found. */
export interface Reach {
  readonly rule: AddressRule;
  readonly lookUp: LookUp;
}
interface Surroundings extends Reach {
  readonly read: Read;
  /** Asked as the world finds it: what a zone of that name says here counts for nothing. */
  readonly elsewhere?: string;
  readonly signal?: AbortSignal;
}
interface Within extends Surroundings {
  readonly own: readonly NameServer[];
}

const addressesOfVersion = 2;
const ownPatience = 1_000;
const rcodeMask = 0xf;
const rcodeNameError = 3;

const named = (name: string, places: readonly Place[]): NameServer[] =>
  places.map((place) => ({ name, ...place }));
const addressesOf = (places: readonly Place[]): string[] => places.map(({ address }) => address);

const usable = (
  name: string,
  servers: readonly NameServer[],
  addresses: readonly string[] = addressesOf(servers),
): Candidate => ({
  name,
  addresses,
  servers,
  error: null,
});
const unusable = (name: string, error: Message): Candidate => ({ name, addresses: [], servers: [], error });

async function glueOf({ db }: Read, name: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select host(address) as address from atrio.glue, unnest(ipv4 || ipv6) as address where name = ${name}`.execute(
    db,
  );
  return rows.map(({ address }) => address);
}

const isInOurZones = async ({ db }: Read, name: string): Promise<boolean> => {
  const zone = await db
    .selectFrom("atrio.dns_zone")
    .select("id")
    .where("name", "in", namesUpTo(name, ""))
    .executeTakeFirst();
  return zone !== undefined;
};

/** What one of our own servers says; null: it says nothing, or it is not in charge (a zone of ours delegates the name away). */
async function askOwn(server: NameServer, name: string): Promise<Found | null> {
  const asker = await openAsker(server).catch(() => null);
  if (!asker) return null;
  try {
    const signal = AbortSignal.timeout(ownPatience);
    const replies = await Promise.all(
      (["A", "AAAA"] as const).map((type) => asker.ask({ name, type }, signal)),
    );
    if (!replies.every((reply) => reply.flag_aa)) return null;
    const answers = replies.flatMap((reply) => reply.answers ?? []);
    const alias = answers.find((answer) => answer.type === "CNAME");
    if (alias?.type === "CNAME") return { error: isAlias(name, alias.data) };
    const addresses = answers.flatMap((answer) =>
      answer.type === "A" || answer.type === "AAAA" ? [answer.data] : [],
    );
    if (addresses.length > 0) return { places: placesAt(addresses) };
    const isMissing = replies.some((reply) => ((reply.flags ?? 0) & rcodeMask) === rcodeNameError);
    return { error: isMissing ? isUnknown(name) : hasNoAddress(name) };
  } catch {
    return null;
  } finally {
    asker.close();
  }
}

async function find(name: string, { read, own, elsewhere, lookUp, signal }: Within): Promise<Found> {
  if (!name.endsWith(`.${elsewhere}`) && (await isInOurZones(read, name)))
    for (const server of own) {
      const said = await askOwn(server, name);
      if (said) return said;
    }
  return lookUp(name, signal);
}

/** The first few of each kind: whoever runs a zone may give a name thousands. */
const fewOf = (places: readonly Place[]): Place[] =>
  [4, 6].flatMap((version) =>
    places.filter(({ address }) => isIP(address) === version).slice(0, addressesOfVersion),
  );

/** Nothing is ever asked at an address that is not public: it might be of somebody's inner network. */
function withPublicAddresses(name: string, places: readonly Place[], rule: AddressRule): Candidate {
  const open = fewOf(places.filter(({ address }) => rule(address) === undefined));
  const address = places[0]?.address ?? "";
  return open.length > 0
    ? usable(name, named(name, open))
    : unusable(name, { key: "nameserver.not_public", values: { name: toUnicode(name), address } });
}

async function locate(name: string, glue: readonly string[], around: Within): Promise<Candidate> {
  const { rule, own } = around;
  const ours = own.filter((server) => server.name === name);
  if (ours.length > 0) return usable(name, ours, glue.length > 0 ? glue : addressesOf(ours));
  if (glue.length > 0) return withPublicAddresses(name, placesAt(glue), rule);
  const found = await find(name, around);
  return "error" in found ? unusable(name, found.error) : withPublicAddresses(name, found.places, rule);
}

async function examine(name: string, domain: string, around: Within): Promise<Candidate> {
  const shown = { name: toUnicode(name), domain: toUnicode(domain) };
  if (name === domain) return unusable(name, { key: "nameserver.itself", values: { domain: shown.domain } });
  const glue = await glueOf(around.read, name);
  return glue.length === 0 && name.endsWith(`.${domain}`)
    ? unusable(name, { key: "nameserver.glue_first", values: shown })
    : locate(name, glue, around);
}

/** As name servers of this domain; all at once. */
export async function candidatesOf(
  names: readonly string[],
  { domain, ...around }: Surroundings & { readonly domain: string },
): Promise<Candidate[]> {
  const within = { ...around, own: await nameServers(around.read) };
  return Promise.all(names.map((name) => examine(name, domain, within)));
}

/** Name servers of zones above, of which nothing is asked but where they are. */
export async function locateAll(names: readonly string[], around: Surroundings): Promise<Candidate[]> {
  const within = { ...around, own: await nameServers(around.read) };
  return Promise.all(names.map(async (name) => locate(name, await glueOf(around.read, name), within)));
}
