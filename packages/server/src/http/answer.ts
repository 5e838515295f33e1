import { fieldsMax, type Message, parseInput } from "@atrio/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { doneEnvelope } from "./envelope.ts";
import { exchangeOf } from "./exchange.ts";
import type { Admitted } from "./admit.ts";
import type { ErasedContext, ErasedHandler } from "./erased.ts";
import { keyedRequest } from "./idempotency.ts";
import { refuse } from "./refuse.ts";
import { languageOf, queryOf } from "./request-language.ts";
import { runChange } from "./run-change.ts";
import type { Spine } from "./spine.ts";

/** One more than there may be is enough to see that there are too many. */
const firstOf = (form: URLSearchParams) => form.entries().take(fieldsMax + 1);

/** Query and form together: an id or a field in the wrong one of the two is an unknown field, not ignored. */
function sentEntries(query: URLSearchParams, body: unknown): (readonly [string, string])[] {
  const entries = [...firstOf(query)].filter(([name]) => name !== "lang");
  return body instanceof URLSearchParams ? [...entries, ...firstOf(body)] : entries;
}

function parse(call: Admitted["call"], entries: readonly (readonly [string, string])[]): unknown {
  const parsed = parseInput(call, entries);
  if (parsed.ok) return parsed.value;
  const fields = parsed.fields.map(({ input, message }): [string, Message] => [input, message]);
  return refuse("invalid", { fields: Object.fromEntries(fields) });
}

/** An admitted request: parse, handle, reply. */
export async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  handler: ErasedHandler,
  admitted: Admitted,
  spine: Spine,
): Promise<unknown> {
  const { name, call, params, user, holding } = admitted;
  const query = queryOf(request);
  const language = await languageOf(request, spine, query);
  const entries = sentEntries(query, request.body);
  const context: ErasedContext = {
    params,
    input: parse(call, entries),
    user,
    holding,
    http: exchangeOf(request, reply, language),
    read: { db: spine.readDb },
  };
  const key = call.changes && user ? request.headers["idempotency-key"] : undefined;
  const keyed =
    key === undefined || !user ? undefined : keyedRequest(user.id, String(key), { name, params, entries });
  const outcome = call.changes
    ? await runChange({ call, handler, context, keyed, spine, log: request.log })
    : await readOutcome(handler, context);
  if ("stream" in outcome)
    return reply
      .type(call.file ?? "application/octet-stream")
      .headers(outcome.headers ?? {})
      .send(outcome.stream);
  // Undeclared fields are cut here: nothing that a handler selects by mistake leaves the server.
  const data = z.parse(call.reply, outcome.data);
  return doneEnvelope(data, outcome, language);
}

async function readOutcome(handler: ErasedHandler, context: ErasedContext) {
  if (typeof handler !== "function") throw new Error("A read-only call has no prepared handler.");
  const outcome = await handler(context);
  if ("refused" in outcome) throw outcome.refused;
  return outcome;
}
