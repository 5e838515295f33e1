import { type Call, type CallName, idPattern, type KeyLevels } from "@atrio/contract";
import type { FastifyRequest } from "fastify";
import type { Granted, SessionUser } from "./handler.ts";
import { keepsHeaderRule } from "./header-rule.ts";
import { demand } from "./permission.ts";
import { refuse } from "./refuse.ts";
import { type Caller, findCaller, sessionTokenHash, touchSession } from "./session.ts";
import type { Spine } from "./spine.ts";

/** What is known of a request before its body is read. */
export interface Admitted {
  readonly name: CallName;
  readonly call: Call;
  readonly params: Readonly<Record<string, number>>;
  readonly user: SessionUser | null;
  readonly holding: Granted<KeyLevels> | null;
}

declare module "fastify" {
  interface FastifyRequest {
    admitted: Admitted | null;
  }
}

/** A request to one of the contract's paths. */
export type CallRequest = FastifyRequest<{ Params: Record<string, string> }>;

/** A call's path holds nothing but ids. */
function readIds({ params }: CallRequest): Record<string, number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, sent]) => {
      const id = idPattern.test(sent) ? Number(sent) : Number.NaN;
      if (!Number.isSafeInteger(id)) refuse("notFound");
      return [name, id];
    }),
  );
}

async function identify(request: FastifyRequest, spine: Spine, holdingId: number | null): Promise<Caller> {
  const hash = sessionTokenHash(request);
  const caller = hash && (await findCaller(spine.readPool, hash, holdingId));
  if (!caller) refuse("sessionEnded");
  if (caller.stale) await touchSession(spine.changeDb, caller.user.sessionId);
  return caller;
}

/**
 * Everything that is decided without the body, in the contract's order: ids, session, header rule, visibility of the
 * holding, permission. A stranger's body is never parsed.
 */
export async function admit(
  request: CallRequest,
  name: CallName,
  call: Call,
  spine: Spine,
): Promise<Admitted> {
  const { needs } = call;
  const params = readIds(request);
  const ofHolding = typeof needs === "object";
  const caller =
    needs === "public" ? null : await identify(request, spine, ofHolding ? (params["id"] ?? null) : null);
  if ((call.changes || request.method === "POST") && !keepsHeaderRule(request)) refuse("forbidden");
  const holding = ofHolding ? demand(caller?.grant ?? null, needs) : null;
  return { name, call, params, user: caller?.user ?? null, holding };
}
