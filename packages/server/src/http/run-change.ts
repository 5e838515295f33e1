import type { Call } from "@atrio/contract";
import type { FastifyBaseLogger } from "fastify";
import { inChange } from "../db/change.ts";
import type { Actor, Change } from "../db/handles.ts";
import type { ErasedAfter, ErasedContext, ErasedHandler, ErasedOutcome, ErasedRun } from "./erased.ts";
import type { FileOutcome, News } from "./handler.ts";
import {
  amendReply,
  claimKey,
  findKeptReply,
  forgetReply,
  keepReply,
  type KeptReply,
  type KeyedRequest,
} from "./idempotency.ts";
import { demandLocked } from "./permission.ts";
import { preferenceApplied } from "./prefer.ts";
import { Refused } from "./refuse.ts";
import type { Spine } from "./spine.ts";

export type Reported = News & { readonly data: unknown };

interface ChangeRequest {
  readonly call: Call;
  readonly handler: ErasedHandler;
  readonly context: ErasedContext;
  readonly keyed: KeyedRequest | undefined;
  readonly spine: Spine;
  readonly log: FastifyBaseLogger;
}

/** Ends the transaction without a change: the first request with this key has done it. */
class AlreadyDone extends Error {
  readonly reply: KeptReply;
  constructor(reply: KeptReply) {
    super("already done");
    this.reply = reply;
  }
}

export const actorOf = ({ user, http }: Pick<ErasedContext, "user" | "http">): Actor => ({
  source: "panel",
  userId: user?.id ?? null,
  username: user?.username ?? null,
  ip: http.ip,
  requestId: http.requestId,
});

const reported = ({ data, info, job }: KeptReply): Reported => ({
  data,
  ...(info === null ? {} : { info }),
  ...(job === null ? {} : { job }),
});
const kept = ({ data, info, job }: Reported): KeptReply => ({ data, info: info ?? null, job: job ?? null });

async function prepared({ handler, context, keyed, spine }: ChangeRequest): Promise<ErasedRun> {
  if (typeof handler === "function") return handler;
  // A repeated request must not fail in preparation on what its first run has changed.
  const first = keyed && (await findKeptReply(spine.readDb, keyed));
  if (first) throw new AlreadyDone(first);
  return handler.prepare(context);
}

async function work(request: ChangeRequest, run: ErasedRun, change: Change): Promise<ErasedOutcome> {
  const { call, context, keyed } = request;
  if (keyed) {
    await claimKey(change, keyed);
    const first = await findKeptReply(change.db, keyed);
    if (first) throw new AlreadyDone(first);
  }
  const { user, holding } = context;
  const locked =
    user && holding && typeof call.needs === "object"
      ? await demandLocked(change, user, holding, call.needs)
      : holding;
  const { read: _, ...rest } = context;
  const outcome = await run({ ...rest, holding: locked, change });
  if (keyed && "data" in outcome) await keepReply(change.db, keyed, kept(outcome));
  return outcome;
}

/** A change that a job finishes is answered at once where the caller prefers that, and the reply says so. */
function isAnsweredAtOnce({ context: { http } }: ChangeRequest, job: number | null | undefined): boolean {
  const isAsync = http.prefersAsync && typeof job === "number";
  if (isAsync) http.header(...preferenceApplied);
  return isAsync;
}

/** Where the first request named an order to a registry and did not live to tell what came of it. */
async function repeated(request: ChangeRequest, reply: KeptReply): Promise<Reported> {
  const { keyed, spine } = request;
  const refused = reply.job === null ? null : await spine.refusalOfJob(reply.job);
  if (!refused) {
    isAnsweredAtOnce(request, reply.job);
    return reported(reply);
  }
  if (keyed) await forgetReply(spine.changeDb, keyed);
  throw refused;
}

/** One change in one transaction, then what there is to see after it. */
export async function runChange(request: ChangeRequest): Promise<Reported | FileOutcome> {
  const { context, spine } = request;
  try {
    const run = await prepared(request);
    const options = { isAsync: context.http.prefersAsync };
    const change = () =>
      inChange(spine.changeDb, actorOf(context), (opened) => work(request, run, opened), options);
    const outcome = await (context.holding ? spine.changeTurns.take(context.holding.id, change) : change());
    if ("refused" in outcome) throw outcome.refused;
    if ("stream" in outcome || !outcome.after) return outcome;
    if (isAnsweredAtOnce(request, outcome.job)) return reported(kept(outcome));
    return await lookAfter(request, outcome, outcome.after);
  } catch (error) {
    if (error instanceof AlreadyDone) return repeated(request, error.reply);
    throw error;
  }
}

/**
 * The change is committed: looking at its effect may fail, and the reply is still that it was done. Only a refusal counts:
 * a registry's, to which the change was an order.
 */
async function lookAfter(
  { keyed, spine, log }: ChangeRequest,
  committed: Reported,
  after: ErasedAfter,
): Promise<Reported> {
  const done = reported(kept(committed));
  try {
    // what is seen takes the place of what was said in case that nobody could look
    const complete = { data: done.data, ...(await after()) };
    if (keyed) await amendReply(spine.changeDb, keyed, kept(complete));
    return complete;
  } catch (error) {
    if (error instanceof Refused) {
      if (keyed) await forgetReply(spine.changeDb, keyed);
      throw error;
    }
    log.error({ err: error }, "looking after a committed change failed");
    return done;
  }
}
