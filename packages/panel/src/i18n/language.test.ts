/** Which language a first page is in (specification 1, section 9). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { preferredLanguage } from "./language.ts";

const cases: [cookie: string, wished: string[], language: string][] = [
  ["_lang=en", ["es-ES"], "en"],
  ["a=1; _lang=es; b=2", ["en"], "es"],
  ["x_lang=en", ["es"], "es"],
  ["_lang=fr", ["en-GB", "es"], "en"],
  ["_lang=english", ["es"], "es"],
  ["", ["fr-FR", "en-GB", "es"], "en"],
  ["", ["fr", "de"], "es"],
  ["", [], "es"],
];
for (const [cookie, wished, language] of cases)
  test(`${language} for the cookie "${cookie}" and the wish ${wished.join(", ") || "of nothing"}`, () => {
    Object.defineProperty(globalThis, "document", { value: { cookie }, configurable: true });
    Object.defineProperty(globalThis, "navigator", { value: { languages: wished }, configurable: true });
    assert.equal(preferredLanguage(), language);
  });
