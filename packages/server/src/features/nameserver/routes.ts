import {
  type Calls,
  type InputOf,
  type KeyLevels,
  type Message,
  type nameserverCalls,
  toUnicode,
} from "@atrio/contract";
import type { Kysely } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Granted, Handler, Handlers, PreparedHandler } from "../../http/handler.ts";
import { translate } from "../../http/language.ts";
import { refuse } from "../../http/refuse.ts";
import { actorOf } from "../../http/run-change.ts";
import { TurnsById } from "../../http/turns.ts";
import { readMirror } from "../../registry/mirror.ts";
import type { Orders } from "../../registry/order.ts";
import { sameNames } from "../../registry/same.ts";
import { nameServers } from "../dns/expectation.ts";
import { secondsUntilParentShows } from "../domain/live.ts";
import { capabilitiesOf, lockDomain, refuseClosed } from "../domain/lock.ts";
import { afterOrder, placeOrder } from "../domain/order.ts";
import { nameserverLimits, showDomain } from "../domain/shown.ts";
import { countQuestions } from "../session/questions.ts";
import { type Candidate, type Reach, candidatesOf } from "./candidate.ts";
import { compare, readZone } from "./compare.ts";

export interface NameserverOptions extends Reach {
  /** For changes: what came of an order is looked for by it. */
  readonly db: Kysely<DB>;
}
type Wanted = InputOf<Calls["nameserverEdit"]>;

const lostAtMost = 20;
/** Each asks several servers at once. */
const checksOfUser = { atOnce: 1, waitingMax: 2, retryAfterSeconds: 6 };

const defaultNames = async (read: Read): Promise<string[]> =>
  (await nameServers(read)).map(({ name }) => name);

/** The names that the form stands for. */
async function wantedNames(
  read: Read,
  { serviceKind }: Granted<KeyLevels>,
  wanted: Wanted,
): Promise<string[]> {
  if (!wanted["default-ns"]) return wanted["dns[]"] ?? [];
  if (serviceKind === null) refuse("invalid", { fields: { "default-ns": "nameserver.no_service" } });
  return defaultNames(read);
}

/** One message for the field: it names the server, and the next one comes when this is mended. */
function refuseCandidates(candidates: readonly Candidate[]): void {
  const error = candidates.find((candidate) => candidate.error !== null)?.error;
  if (error) refuse("invalid", { fields: { "dns[]": error } });
}

const orderOf = (wanted: Wanted, names: readonly string[]): Orders["nameservers"] =>
  wanted["default-ns"] ? { mode: "default" } : { mode: "own", nameservers: names };

async function placeChange(
  change: Change,
  holding: Granted<KeyLevels>,
  wanted: Wanted,
  names: readonly string[],
) {
  const locked = await lockDomain(change, holding);
  const order = orderOf(wanted, names);
  const mirror = (await readMirror(change.db, holding.id)) ?? refuse("notFound");
  const { mode, names: current } = mirror.nameservers;
  if (mode === order.mode && sameNames(current, names)) {
    change.unchanged();
    return null;
  }
  refuseClosed(locked);
  const { min, max } = nameserverLimits(capabilitiesOf(locked));
  if (order.mode === "own" && (names.length < min || names.length > max))
    refuse("invalid", {
      fields: { "dns[]": { key: "nameserver.count", values: { minimum: min, maximum: max } } },
    });
  const item = locked.name;
  return placeOrder(change, holding, { kind: "nameservers", wanted: order, act: "nameserverEdit", item });
}

/** The parent delegates to these names and no others. */
async function tellDelegation(read: Read, { id, reference: name }: Granted<KeyLevels>): Promise<Message> {
  const wanted = (await readMirror(read.db, id))?.nameservers.names ?? [];
  const seconds = await secondsUntilParentShows(read, id, { name, type: "NS" }, (reply) => {
    const delegation = [...(reply.answers ?? []), ...(reply.authorities ?? [])].flatMap((answer) =>
      answer.type === "NS" && answer.name.toLowerCase() === name ? [answer.data.toLowerCase()] : [],
    );
    return sameNames(delegation, wanted);
  });
  return seconds === null ? "nameserver.saved" : { key: "nameserver.live", values: { seconds } };
}

const inputOf = (field: string): string | undefined =>
  field.startsWith("nameservers") ? "dns[]" : undefined;

function editHandler({ db, rule, lookUp }: NameserverOptions): PreparedHandler<Calls["nameserverEdit"]> {
  return {
    prepare: async ({ read, holding, input, user, http }) => {
      const names = await wantedNames(read, holding, input);
      const domain = await showDomain(read, holding);
      refuseClosed(domain);
      if (!input["default-ns"]) {
        await countQuestions(db, actorOf({ user, http }), "nameserver");
        refuseCandidates(await candidatesOf(names, { read, domain: domain.name, rule, lookUp }));
      }
      return async ({ change, holding: granted }) => {
        const order = await placeChange(change, granted, input, names);
        const data = { domain: await showDomain(change, granted), undo: null };
        if (!order) return { data };
        const look = async (after: Read, undo: number | null) => ({
          domain: await showDomain(after, granted),
          undo,
        });
        const ended = afterOrder(db, order, "nameserver.saved", look, inputOf);
        const after = async () => {
          const end = await ended();
          return end.data ? { ...end, info: await tellDelegation({ db }, granted) } : end;
        };
        return { data, info: "domain.requested", job: order.job, after };
      };
    },
  };
}

function checkHandler({ db, rule, lookUp }: NameserverOptions): Handler<Calls["nameserverCheck"]> {
  const turns = new TurnsById(checksOfUser);
  return ({ read, holding, input, user, http }) =>
    turns.take(user.id, async () => {
      const names = await wantedNames(read, holding, input);
      await countQuestions(db, actorOf({ user, http }), "nameserver");
      const { name: domain } = await showDomain(read, holding);
      const candidates = await candidatesOf(names, { read, domain, rule, lookUp });
      const zone = await readZone(read, holding.id, domain);
      const { answers, lost, breaksDnssec } = await compare(read, holding.id, candidates, zone);
      return {
        data: {
          servers: candidates.map(({ name, addresses, error }) => ({
            name,
            addresses: [...addresses],
            error: error && translate(http.language, error),
            answers: answers.get(name) ?? false,
          })),
          lost: lost.slice(0, lostAtMost).map(({ name, type, value, priority }) => ({
            name: toUnicode(name),
            type,
            value: priority === null ? value : `${priority} ${value}`,
          })),
          lostTotal: lost.length,
          breaksDnssec,
        },
      };
    });
}

export const nameserverHandlers = (options: NameserverOptions) =>
  ({
    nameserverInit: async ({ read, holding }) => {
      const mirror = (await readMirror(read.db, holding.id)) ?? refuse("notFound");
      return {
        data: {
          domainDNSs: [...mirror.nameservers.names],
          defaultDNSs: await defaultNames(read),
          hasService: holding.serviceKind !== null,
        },
      };
    },
    nameserverEdit: editHandler(options),
    nameserverCheck: checkHandler(options),
  }) satisfies Handlers<keyof typeof nameserverCalls>;
