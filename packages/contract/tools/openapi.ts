/**
 * The OpenAPI 3.1 document of the contract. Its operation ids are the names of the calls; a call that also answers to
 * POST has a second operation, `…Post`. `x-needs` says which permission a call asks for, `x-pending` that it answers 501
 * until its feature is built.
 */
import { type Call, calls, languages, pathParams, pendingCalls, refusals } from "../src/index.ts";
import {
  componentSchemas,
  inputSchema,
  refusalReference,
  replyReference,
  type Schema,
} from "./openapi-schemas.ts";
import { printNeeds } from "./permission-matrix.ts";

type Method = "get" | "post";
type Refusal = keyof typeof refusals;

const pending = new Set<string>(pendingCalls);

const methodsOf = ({ method, changes }: Call): Method[] => {
  if (method === "POST") return ["post"];
  return method === "GET" && !changes ? ["get"] : ["get", "post"];
};

const header = (name: string) => ({ $ref: `#/components/parameters/${name}` });

function parametersOf(call: Call, method: Method): object[] {
  const ids = pathParams(call.path).map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "integer", minimum: 1 },
  }));
  const isGuarded = method === "post" || call.changes;
  return [
    ...ids,
    ...(method === "get" && call.input ? queryOf(inputSchema(call.input)) : []),
    header("lang"),
    ...(isGuarded ? [header("requestedWith")] : []),
    ...(call.changes ? [header("idempotencyKey"), header("prefer")] : []),
  ];
}

function queryOf({ properties = {}, required = [] }: Schema): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function bodyOf(call: Call): object {
  if (!call.input) return {};
  const schema = inputSchema(call.input);
  const mediaType = call.multipart ? "multipart/form-data" : "application/x-www-form-urlencoded";
  return {
    requestBody: { required: Boolean(schema.required?.length), content: { [mediaType]: { schema } } },
  };
}

function refusalsOf(call: Call): Refusal[] {
  const isPublic = call.needs === "public";
  return [
    "invalid",
    ...(isPublic ? [] : (["sessionEnded"] as const)),
    ...(call.changes || typeof call.needs !== "string" ? (["forbidden"] as const) : []),
    ...(pathParams(call.path).length > 0 ? (["notFound"] as const) : []),
    ...(call.changes ? (["conflict", "tooMany", "unavailable"] as const) : []),
  ];
}

const preferenceApplied = { "Preference-Applied": { $ref: "#/components/headers/preferenceApplied" } };

function responsesOf(name: string, call: Call): object {
  const schema = call.file ? { type: "string", format: "binary" } : replyReference(name);
  const done = {
    description: "Done.",
    ...(call.changes ? { headers: preferenceApplied } : {}),
    content: { [call.file ?? "application/json"]: { schema } },
  };
  const refused = refusalsOf(call).map((refusal) => [
    String(refusals[refusal].http),
    { $ref: `#/components/responses/${refusal}` },
  ]);
  return { "200": done, ...Object.fromEntries(refused), default: { $ref: "#/components/responses/fault" } };
}

function operationOf(name: string, call: Call, method: Method): object {
  const isTwin = method === "post" && call.method !== "POST";
  return {
    operationId: isTwin ? `${name}Post` : name,
    "x-needs": printNeeds(call.needs),
    ...(pending.has(name) ? { "x-pending": true } : {}),
    ...(call.needs === "public" ? { security: [] } : {}),
    parameters: parametersOf(call, method),
    ...(method === "post" ? bodyOf(call) : {}),
    responses: responsesOf(name, call),
  };
}

function paths(): Record<string, object> {
  return Object.fromEntries(
    Object.entries<Call>(calls).map(([name, call]) => [
      call.path,
      Object.fromEntries(methodsOf(call).map((method) => [method, operationOf(name, call, method)])),
    ]),
  );
}

const parameters = {
  lang: {
    name: "lang",
    in: "query",
    description: "Language of the messages; heard where the configuration says `forceLanguage`.",
    schema: { type: "string", enum: languages },
  },
  requestedWith: {
    name: "X-Requested-With",
    in: "header",
    required: true,
    description: "Asked of every POST and of every change, so that no other site can send one.",
    schema: { type: "string", const: "XMLHttpRequest" },
  },
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "The same key and body within 24 hours gets the first reply again; another body gets 422.",
    schema: { type: "string", minLength: 1, maxLength: 64 },
  },
  prefer: {
    name: "Prefer",
    in: "header",
    description:
      "`respond-async` (RFC 7240): where a job finishes the change, the reply comes at the commit with the job's id, and does not wait for the servers to show it.",
    schema: { type: "string", examples: ["respond-async"] },
  },
};

const headers = {
  preferenceApplied: {
    description: "The reply did not wait: `system.job` is the job that finishes the change.",
    schema: { type: "string", const: "respond-async" },
  },
};

const responses = () =>
  Object.fromEntries(
    Object.entries(refusals).map(([name, { statusCode, user }]) => [
      name,
      {
        description: `statusCode ${statusCode}. ${user}`,
        content: { "application/json": { schema: refusalReference } },
      },
    ]),
  );

export const openapi = () => ({
  openapi: "3.1.0",
  info: { title: "Atrio", version: "1", description: "The API of the Atrio control panel." },
  servers: [{ url: "/api" }],
  security: [{ session: [] }],
  paths: paths(),
  components: {
    schemas: componentSchemas(),
    parameters,
    headers,
    responses: responses(),
    securitySchemes: {
      session: {
        type: "apiKey",
        in: "cookie",
        name: "session",
        description: "Set by userLogin; called `__Host-session` over TLS.",
      },
    },
  },
});
