/** The questions about a domain's mail: to its name servers as the world finds them, and past every cache. */
import { joinedText, type RecordType } from "@atrio/contract";
import type { Read } from "../../db/handles.ts";
import { nameServers } from "../dns/expectation.ts";
import { type Asker, type NameServer, openAsker } from "../dns/name-server.ts";
import { namesUpTo } from "../dns/rules.ts";
import { readRdata } from "../dns/shown.ts";
import { registryServers } from "../domain/live.ts";
import { type Reach, locateAll } from "../nameserver/candidate.ts";
import { eachOf } from "../nameserver/compare.ts";
import { nameServersOf, textsOf } from "../nameserver/world.ts";
import type { Said, Says } from "./records-judged.ts";

/** For finding out who answers; what is left of the time is for asking them. */
const searchMilliseconds = 900;
const serversAsked = 4;
const rcodeMask = 0xf;
const rcodeNameError = 3;

export interface Question {
  readonly name: string;
  readonly type: RecordType;
}
interface Domain {
  readonly id: number;
  readonly reference: string;
}
export interface Authority {
  readonly isOurs: boolean;
  readonly servers: readonly NameServer[];
}

async function withAsker<T>(
  server: NameServer,
  work: (asker: Asker) => Promise<T>,
  otherwise: T,
): Promise<T> {
  const asker = await openAsker(server).catch(() => null);
  if (!asker) return otherwise;
  try {
    return await work(asker);
  } catch {
    return otherwise; // no answer in time
  } finally {
    asker.close();
  }
}

/** What the parent says, where it is known who that is. */
async function askParent(parent: NameServer, zone: string, signal: AbortSignal): Promise<string[]> {
  const ask = async (asker: Asker) => {
    const { answers = [], authorities = [] } = await asker.ask({ name: zone, type: "NS" }, signal);
    return [...answers, ...authorities].flatMap((answer) =>
      answer.type === "NS" && answer.name.toLowerCase() === zone ? [answer.data.toLowerCase()] : [],
    );
  };
  return withAsker(parent, ask, []);
}

/** The names of the servers that answer for the domain, or for the zone that it is in; none where nobody says. */
async function delegation(read: Read, { id, reference }: Domain, signal: AbortSignal): Promise<string[]> {
  const parents = await registryServers(read, id);
  const zones = namesUpTo(reference, "").filter((name) => name.includes("."));
  const said = await Promise.all(
    parents.length > 0
      ? parents.map((parent) => askParent(parent, reference, signal))
      : zones.map((zone) => nameServersOf(zone, signal)),
  );
  return said.find((names) => names.length > 0) ?? [];
}

/** Where no delegation is found our own are asked: they are all that is known. */
export async function findAuthority(
  read: Read,
  domain: Domain,
  reach: Reach,
  signal: AbortSignal,
): Promise<Authority> {
  const own = await nameServers(read);
  const search = AbortSignal.any([signal, AbortSignal.timeout(searchMilliseconds)]);
  const names = await delegation(read, domain, search);
  const isOurs = names.every((name) => own.some((server) => server.name === name));
  if (names.length === 0) return { isOurs, servers: own };
  const around = { ...reach, read, signal: search, ...(isOurs ? {} : { elsewhere: domain.reference }) };
  const found = await locateAll(names.slice(0, serversAsked), around);
  return { isOurs, servers: found.flatMap(({ servers }) => servers.slice(0, 1)) };
}

/** Whoever keeps such a record at a provider has an alias in its place. */
async function follow(said: readonly Said[], signal: AbortSignal): Promise<readonly Said[] | null> {
  const target = said.findLast(({ type }) => type === "CNAME")?.value;
  if (target === undefined || said.some(({ type }) => type === "TXT")) return said;
  const texts = await textsOf(target, signal);
  return texts && texts.map((value) => ({ type: "TXT", value, priority: null }));
}

async function askOne(asker: Asker, { name, type }: Question, signal: AbortSignal) {
  if (type === "ANAME") return null; // no type of an answer's
  const reply = await asker.ask({ name, type }, signal);
  const rcode = (reply.flags ?? 0) & rcodeMask;
  if (!reply.flag_aa || (rcode !== 0 && rcode !== rcodeNameError)) return null;
  const said = (reply.answers ?? []).flatMap((answer): Said[] => {
    const data = readRdata(answer);
    if (!data || (answer.type !== type && answer.type !== "CNAME")) return [];
    return [{ type: answer.type, ...data, value: joinedText(data.value) }];
  });
  return type === "TXT" ? follow(said, signal) : said;
}

/** All that one server says. */
export async function askServer(
  server: NameServer,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<Says> {
  const said = new Map<string, readonly Said[] | null>();
  const keyOf = ({ name, type }: Question) => `${name} ${type}`;
  const askAll = (asker: Asker) =>
    eachOf([...new Map(questions.map((one) => [keyOf(one), one])).values()], async (question) => {
      said.set(keyOf(question), await askOne(asker, question, signal));
    });
  await withAsker(server, askAll, undefined);
  return (name, type) => said.get(keyOf({ name, type })) ?? null;
}
