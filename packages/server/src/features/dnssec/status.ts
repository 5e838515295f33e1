/** What is told of a domain's DNSSEC: the chain by questions asked now, the switch as it stands. */
import {
  type DnssecStatus,
  type Language,
  type Message,
  isMessageKey,
  isMessageValues,
} from "@atrio/contract";
import type { Read } from "../../db/handles.ts";
import { translate } from "../../http/language.ts";
import { refuse } from "../../http/refuse.ts";
import { TurnsById } from "../../http/turns.ts";
import type { Reach } from "../nameserver/candidate.ts";
import { askParents, askZone, placesOf } from "./ask.ts";
import { type Chain, judgeChain, keysOf } from "./chain.ts";
import {
  type Subject,
  type Switch,
  isAtWork,
  isOn,
  readSubject,
  readSwitch,
  takesOurKeys,
} from "./switch-state.ts";

/** In all: looking servers up, then asking them. */
const askMilliseconds = 1_900;
const keptMilliseconds = 3_000;
const keptMost = 10_000;
/** Of each user: so many domains are looked at at once, however many pages ask. */
const turnsPerUser = { atOnce: 8, waitingMax: 100, retryAfterSeconds: 25 };

interface Sight {
  readonly chain: Chain;
  readonly keys: DnssecStatus["keys"];
}

async function look(read: Read, holdingId: number, name: string, reach: Reach): Promise<Sight> {
  const signal = AbortSignal.timeout(askMilliseconds);
  const places = (await placesOf(read, holdingId, reach, signal)) ?? { parent: [], zone: [] };
  const [delegations, served] = await Promise.all([
    askParents(places.parent, name, signal),
    askZone(places.zone, name, signal),
  ]);
  // Each server of the parent counts: who asks the one that lags sees the chain that it tells of.
  const now = Math.floor(Date.now() / 1000);
  const chains = delegations.map((delegation) => judgeChain(name, delegation, served, now));
  const chain =
    chains.find(({ state }) => state === "broken") ?? chains[0] ?? judgeChain(name, null, served, now);
  const keys = new Map(
    served
      .flatMap((one) => keysOf(name, one))
      .map(({ keyTag: keytag, algorithm, flags }) => [
        `${keytag} ${algorithm} ${flags}`,
        { keytag, algorithm, flags },
      ]),
  );
  return { chain, keys: [...keys.values()] };
}

interface Look {
  readonly at: number;
  readonly mark: string;
  readonly sight: Promise<Sight>;
}

/** One look at a time per domain, good for a few seconds: however often a page asks, servers elsewhere are left in peace. */
export class Sights {
  readonly #looks = new Map<number, Look>();
  readonly #turns = new TurnsById(turnsPerUser);
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** `mark`: what we know of the domain ourselves; once that has changed, what was seen before says nothing any more. */
  see(read: Read, userId: number, holdingId: number, name: string, mark: string): Promise<Sight> {
    return this.#turns.take(userId, () => this.#see(read, holdingId, name, mark));
  }

  #see(read: Read, holdingId: number, name: string, mark: string): Promise<Sight> {
    const now = performance.now();
    const last = this.#looks.get(holdingId);
    if (last && last.mark === mark && now - last.at < keptMilliseconds) return last.sight;
    for (const [id, { at }] of this.#looks)
      if (this.#looks.size >= keptMost || now - at >= keptMilliseconds) this.#looks.delete(id);
    const sight = look(read, holdingId, name, this.#reach);
    sight.catch(() => this.#looks.delete(holdingId));
    this.#looks.set(holdingId, { at: now, mark, sight });
    return sight;
  }
}

function messageOf(problem: Switch["problem"]): Message | null {
  if (problem === null) return null;
  if (typeof problem === "string") return isMessageKey(problem) ? problem : "500";
  const { key, values } = problem;
  return isMessageKey(key) && isMessageValues(values) ? { key, values } : "500";
}

function tellSwitch(subject: Subject, state: Switch | null, language: Language): DnssecStatus["switch"] {
  if (isAtWork(state)) {
    const problem = messageOf(state.problem);
    return {
      on: state.wanted,
      step: state.step,
      until: state.waitUntil && Math.floor(state.waitUntil.getTime() / 1000),
      problem: problem && translate(language, problem),
    };
  }
  if (!subject.isOurs || !takesOurKeys(subject.capabilities)) return null;
  const on = isOn(subject);
  return { on, step: on ? "on" : "off", until: null, problem: null };
}

export async function readStatus(
  read: Read,
  userId: number,
  holdingId: number,
  sights: Sights,
  language: Language,
): Promise<DnssecStatus> {
  const subject = (await readSubject(read, holdingId)) ?? refuse("notFound");
  const state = await readSwitch(read, holdingId);
  const { nameServers, records, keys: ours } = subject;
  const mark = JSON.stringify([state?.step, nameServers, records, ours]);
  const { chain, keys } = await sights.see(read, userId, holdingId, subject.name, mark);
  const why = chain.why && translate(language, chain.why);
  return { chain: { state: chain.state, why }, switch: tellSwitch(subject, state, language), keys };
}
