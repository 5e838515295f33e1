/** Contract → Fastify: every call of the contract as a route, with nothing about any feature in it. */
import {
  type Call,
  type CallName,
  calls,
  type ImplementedCallName,
  type Message,
  pendingCalls,
  refusals,
} from "@atrio/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { admit } from "./admit.ts";
import { answer } from "./answer.ts";
import { refusedEnvelope } from "./envelope.ts";
import type { ErasedHandler } from "./erased.ts";
import { refusalOf } from "./errors.ts";
import type { Handlers } from "./handler.ts";
import { Refused, refuse } from "./refuse.ts";
import { languageOf } from "./request-language.ts";
import type { Spine } from "./spine.ts";

/** The methods a call answers to: a GET that changes something has a POST twin. */
export const methodsOf = ({ method, changes }: Call): ("GET" | "POST")[] =>
  method === "POST" ? ["POST"] : method === "GET" && !changes ? ["GET"] : ["GET", "POST"];

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);
const callNames = Object.keys(calls).filter(isCallName);
const pending: ReadonlySet<CallName> = new Set(pendingCalls);
const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");
/** Forms only, in UTF-8: any other charset would mean other characters than the ones we read. */
const formType = /^application\/x-www-form-urlencoded\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
const multipartType = /^multipart\/form-data\s*;/i;
const isTaken = (type: string, { multipart }: Call): boolean =>
  formType.test(type) || (multipart === true && multipartType.test(type));

async function sendRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  refused: Refused,
  spine: Spine,
): Promise<FastifyReply> {
  const language = await languageOf(request, spine).catch(() => "es" as const);
  if (refused.retryAfterSeconds !== undefined) reply.header("retry-after", refused.retryAfterSeconds);
  return reply.code(refusals[refused.refusal].http).send(refusedEnvelope(refused, language, request.id));
}

function registerCall(
  app: FastifyInstance,
  spine: Spine,
  name: CallName,
  handler: ErasedHandler | undefined,
): void {
  const call: Call = calls[name];
  app.route<{ Params: Record<string, string> }>({
    method: methodsOf(call),
    url: routePath(call.path),
    onRequest: async (request) => {
      request.admitted = await admit(request, name, call, spine);
      if (pending.has(name)) refuse("notYet");
    },
    preParsing: (request, _, payload, done) => {
      const type = request.headers["content-type"];
      const wrong = request.method === "POST" && type !== undefined && !isTaken(type, call);
      if (wrong) done(new Refused("wrongType"));
      else done(null, payload);
    },
    handler: (request, reply) => {
      if (!request.admitted || !handler) throw new Error(`${name} was reached without admission.`);
      return answer(request, reply, handler, request.admitted, spine);
    },
  });
}

/** The other methods of a path are refused by name: a HEAD must never run what a GET does. */
function refuseOtherMethods(app: FastifyInstance, spine: Spine): void {
  const paths = new Map<string, Set<string>>();
  for (const call of Object.values<Call>(calls)) {
    const path = routePath(call.path);
    paths.set(path, new Set([...(paths.get(path) ?? []), ...methodsOf(call)]));
  }
  for (const [url, allowed] of paths) {
    const method = app.supportedMethods.filter((one) => !allowed.has(one));
    const allow = [...allowed].join(", ");
    const message: Message = { key: "main.wrong_method", values: { allow } };
    const refused = new Refused("wrongMethod", { message });
    app.route({
      method,
      url,
      onRequest: async (request, reply) => {
        reply.header("allow", allow);
        const language = await languageOf(request, spine);
        return reply.code(405).send(refusedEnvelope(refused, language, request.id));
      },
      handler: () => {},
    });
  }
}

/** All else below the base path is no call, whatever the panel beside it would make of the address. */
function refuseOtherPaths(app: FastifyInstance): void {
  for (const url of ["/", "/*"])
    app.route({
      method: app.supportedMethods,
      url,
      onRequest: async () => refuse("notFound"),
      handler: () => {},
    });
}

/** Registers the API below the base path of the instance it is given. */
export function registerCalls(
  app: FastifyInstance,
  spine: Spine,
  handlers: Handlers<ImplementedCallName>,
): void {
  app.addHook("onSend", (_, reply, payload, done) => {
    reply.header("cache-control", "no-store");
    done(null, payload);
  });
  app.setErrorHandler((error, request, reply) => {
    const refused = refusalOf(error);
    const { http } = refusals[refused.refusal];
    // `cause` is what went wrong for us; a plain refusal has none and is no news for the log.
    if (http >= 500 && refused.refusal !== "notYet")
      request.log.error({ err: refused.cause }, refused.refusal);
    return sendRefused(request, reply, refused, spine);
  });
  app.setNotFoundHandler((request, reply) => sendRefused(request, reply, new Refused("notFound"), spine));
  // The adapter serves all calls alike: here, and only here, a handler loses the types of its call.
  const erased: object = handlers;
  const byName = new Map<string, ErasedHandler>(Object.entries(erased));
  for (const name of callNames) registerCall(app, spine, name, byName.get(name));
  refuseOtherMethods(app, spine);
  refuseOtherPaths(app);
}
