/** What the new name servers of a domain answer for it, beside what is answered here. */
import type { DecodedPacket } from "dns-packet";
import type { Read } from "../../db/handles.ts";
import type { SecDns } from "../../registry/backend.ts";
import { type Asker, type NameServer, openAsker } from "../dns/name-server.ts";
import { searchFor } from "../dns/expectation.ts";
import { type ExpectedRecord, type Search, showsData } from "../dns/shown.ts";
import { recordType } from "../dns/zone-records.ts";
import type { DnsKey } from "../dnssec/keys.ts";
import { readAnswer } from "../dnssec/message.ts";
import { fits, keysIn } from "../dnssec/served-keys.ts";
import { isAtWork, readSubject, readSwitch } from "../dnssec/switch-state.ts";
import type { Candidate } from "./candidate.ts";

/** In all, and for the first answer: who is silent so long counts as not answering. */
const patience = 3_000;
const firstPatience = 1_500;
const setsAtMost = 200;
/** An ANAME takes two; more than ten listeners on one socket are taken for a leak. */
const questionsAtOnce = 4;

export interface Zone {
  readonly name: string;
  readonly records: readonly ExpectedRecord[];
  readonly search: Search;
}
export interface Comparison {
  /** By name: whether the server answers for the domain already. */
  readonly answers: ReadonlyMap<string, boolean>;
  readonly lost: readonly ExpectedRecord[];
  readonly breaksDnssec: boolean;
}

/**
 * The records here, without those that say which the name servers are: these are to change. Mail and the web come first: not
 * all may be asked for, and these are missed at once.
 */
export async function readZone(read: Read, holdingId: number, domain: string): Promise<Zone> {
  const records = await read.db
    .selectFrom("atrio.dns_record")
    .select(["name", recordType, "value", "priority", "ttl"])
    .where("holding_id", "=", holdingId)
    .where("system", "=", false)
    .orderBy((of) => of("type", "=", "MX"), "desc")
    .orderBy((of) => of("name", "=", domain), "desc")
    .orderBy((of) => of("name", "=", `www.${domain}`), "desc")
    .orderBy("name")
    .orderBy("type")
    .orderBy("priority")
    .execute();
  const search = searchFor(read, { zone: domain, serial: 0, shown: [], gone: [] });
  return { name: domain, records, search };
}

/** One question for each set of records, however many are in it; a few at a time. */
function sharing(asker: Asker): Asker {
  const asked = new Map<string, Promise<DecodedPacket>>();
  return {
    ...asker,
    ask: (question, signal) => {
      const key = `${question.name} ${question.type}`;
      const answer = asked.get(key) ?? asker.ask(question, signal);
      asked.set(key, answer);
      return answer;
    },
  };
}

export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lane = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: questionsAtOnce }, lane));
}

const isSameSet = (a: ExpectedRecord, b: ExpectedRecord): boolean => a.name === b.name && a.type === b.type;

/** The first so many sets of records, whole. */
function firstSets(records: readonly ExpectedRecord[]): readonly ExpectedRecord[] {
  let sets = 0;
  const end = records.findIndex((record, index) => {
    const before = records[index - 1];
    if (!before || !isSameSet(before, record)) sets += 1;
    return sets > setsAtMost;
  });
  return end < 0 ? records : records.slice(0, end);
}

interface Seen {
  readonly answers: boolean;
  readonly lost: ReadonlySet<ExpectedRecord>;
  readonly keys: readonly DnsKey[];
}
const nothing = (zone: Zone): Seen => ({ answers: false, lost: new Set(zone.records), keys: [] });

const askKeys = async (asker: Asker, name: string, signal: AbortSignal): Promise<DnsKey[]> =>
  keysIn(readAnswer(await asker.askSigned({ name, type: "DNSKEY" }, signal)));

async function lookAt(asker: Asker, zone: Zone, signal: AbortSignal): Promise<Seen> {
  const { name, records, search } = zone;
  const soa = await asker.ask({ name, type: "SOA" }, AbortSignal.timeout(firstPatience));
  const isInCharge = soa.flag_aa && soa.answers?.some((answer) => answer.type === "SOA");
  if (!isInCharge) return nothing(zone);
  const lost = new Set<ExpectedRecord>();
  await eachOf(firstSets(records), async (record) => {
    const shows = await showsData(asker, search, record, signal).catch(() => false);
    if (!shows) lost.add(record);
  });
  return { answers: true, lost, keys: await askKeys(asker, name, signal).catch(() => []) };
}

async function askAt(server: NameServer, zone: Zone): Promise<Seen> {
  const asker = await openAsker(server).catch(() => null);
  if (!asker) return nothing(zone);
  try {
    return await lookAt(sharing(asker), zone, AbortSignal.timeout(patience));
  } catch {
    return nothing(zone);
  } finally {
    asker.close();
  }
}

/** A host may have several addresses, not all of which are reached from here. */
async function askCandidate({ servers }: Candidate, zone: Zone): Promise<Seen> {
  const seen = await Promise.all(servers.map((server) => askAt(server, zone)));
  return seen.find(({ answers }) => answers) ?? nothing(zone);
}

/**
 * What a chain may be begun with: the records at the registry; and with the switch at work, the zone's keys, whose DS may come
 * at any moment or be in caches still.
 */
async function readPromised(read: Read, holdingId: number): Promise<readonly SecDns[]> {
  const subject = await readSubject(read, holdingId);
  const state = await readSwitch(read, holdingId);
  if (!subject) return [];
  if (!isAtWork(state) || state.step === "unsigning") return subject.records;
  const keys = subject.keys.map(({ flags, algorithm, publicKey }): SecDns => {
    return { kind: "key", flags, protocol: 3, algorithm, publicKey };
  });
  return [...subject.records, ...keys];
}

export async function compare(
  read: Read,
  holdingId: number,
  candidates: readonly Candidate[],
  zone: Zone,
): Promise<Comparison> {
  const possible = candidates.filter(({ error }) => error === null);
  const seen = await Promise.all(possible.map((candidate) => askCandidate(candidate, zone)));
  const promised = await readPromised(read, holdingId);
  const validates = ({ keys }: Seen) =>
    promised.some((record) => keys.some((key) => fits(zone.name, record, key)));
  return {
    answers: new Map(possible.map(({ name }, index) => [name, seen[index]!.answers])),
    lost: zone.records.filter((record) => seen.some(({ lost }) => lost.has(record))),
    breaksDnssec: promised.length > 0 && !seen.every(validates),
  };
}
