/** The error catalogue of specification 1, section 8, in both languages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { System } from "@atrio/contract";
import contractEn from "@atrio/contract/messages/en.json" with { type: "json" };
import contractEs from "@atrio/contract/messages/es.json" with { type: "json" };
import { i18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import firstEn from "../i18n/first-en.ts";
import firstEs from "../i18n/first-es.ts";
import { ApiError, describeError, isNotFound, isSessionEnd } from "./errors.ts";
import { wordsOfUncaught } from "./uncaught.ts";

/** Only the words of the first load: an error must find its own on any page. */
const words = { es: firstEs, en: firstEn };
const languages = ["es", "en"] as const;
i18n.setMessagesCompiler(compileMessage);
for (const language of languages) i18n.load(language, words[language]);

const system: System = {
  valid: false,
  statusCode: 0,
  errors: [],
  inputs: [],
  info: [],
  job: null,
  debug: null,
  mlcVer: "1",
};
const refused = (status: number, more: Partial<System> = {}) => new ApiError(status, { ...system, ...more });

const catalogue: readonly [of: string, error: unknown, es: string, en: string][] = [
  ["404", refused(404), "No se ha encontrado el recurso", "Resource not found"],
  [
    "404 whatever it says",
    refused(404, { errors: ["main.not_found"] }),
    "No se ha encontrado el recurso",
    "Resource not found",
  ],
  ["500", refused(500), "Error interno", "Internal error"],
  [
    "500 with the code that leads support to the log",
    refused(500, { errors: ["x"], debug: "7f3a" }),
    "Error interno. Si se repite, indica este código al soporte: 7f3a",
    "Internal error. If it happens again, give support this code: 7f3a",
  ],
  ["the first of the server's words", refused(422, { errors: ["Primero", "Segundo"] }), "Primero", "Primero"],
  [
    "a permission that is missing comes as a key",
    refused(403, { statusCode: 110, errors: ["main.no_permission"] }),
    "Acción no permitida",
    "Action not permitted",
  ],
  ["a refusal with status 200", refused(200, { errors: ["No puede ser"] }), "No puede ser", "No puede ser"],
  [
    "no words at all",
    refused(409),
    "No se ha podido completar la operación",
    "The operation could not be completed",
  ],
  [
    "no answer",
    refused(0),
    "Sin respuesta del servidor. Comprueba tu conexión y vuelve a intentarlo.",
    "The server did not answer. Check your connection and try again.",
  ],
  [
    "no error of ours",
    new TypeError("x is not a function"),
    "No se ha podido completar la operación",
    "The operation could not be completed",
  ],
];
for (const [of, error, es, en] of catalogue)
  test(`in words: ${of}`, () => {
    i18n.activate("es");
    assert.equal(describeError(error), es);
    i18n.activate("en");
    assert.equal(describeError(error), en);
  });

test("each wrong input has its message, “Error” where there is none", () => {
  const error = refused(422, { inputs: ["name", "email"], errors: ["Falta el nombre"] });
  for (const language of languages) {
    i18n.activate(language);
    assert.deepEqual(error.fields, { name: "Falta el nombre", email: "Error" });
  }
});

test("what is told apart by its status", () => {
  assert.ok(isSessionEnd(refused(401, { statusCode: 101 })));
  assert.ok(!isSessionEnd(refused(401, { statusCode: 102 })));
  assert.ok(isNotFound(refused(404)) && isNotFound(refused(403)) && !isNotFound(refused(500)));
});

const uncaught: readonly [of: string, error: unknown, es: string | null][] = [
  [
    "a resize observer's loop",
    new Error("ResizeObserver loop completed with undelivered notifications."),
    null,
  ],
  ["an event without an error", null, null],
  ["an ended session", refused(401, { statusCode: 101 }), null],
  ["what was called off", new DOMException("The user aborted a request.", "AbortError"), null],
  ["a call", refused(503, { errors: ["El servicio no responde"] }), "El servicio no responde"],
  [
    "code that is gone",
    new TypeError("Failed to fetch dynamically imported module: /assets/DnsPage-1.js"),
    "No se ha podido cargar una parte del panel. Recarga la página.",
  ],
  [
    "a fault",
    new TypeError("x is undefined"),
    "Algo ha fallado en esta página. Recárgala si algo no responde.",
  ],
];
for (const [of, error, es] of uncaught)
  test(`nobody caught ${of}: ${es === null ? "ignored" : "told"}`, () => {
    i18n.activate("es");
    assert.equal(wordsOfUncaught(error), es);
  });

type Words = Readonly<Record<string, string>>;
const differing = (first: Words, contract: Words) =>
  Object.keys(first).filter((id) => Object.hasOwn(contract, id) && contract[id] !== first[id]);

test("the first load says the contract's ids in the contract's own words", () => {
  assert.ok(Object.hasOwn(contractEs, "404") && Object.hasOwn(firstEs, "404"));
  assert.deepEqual(differing(firstEs, contractEs), []);
  assert.deepEqual(differing(firstEn, contractEn), []);
});
