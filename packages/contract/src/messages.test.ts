import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { MessageKey } from "./message.ts";
import { isMessageKey } from "./message.ts";
import en from "./messages/en.json" with { type: "json" };
import es from "./messages/es.json" with { type: "json" };

const spanish: Record<MessageKey, string> = es;
// A key that is missing in English does not compile.
const english: Record<MessageKey, string> = en satisfies Record<keyof typeof es, string>;

/** The arguments of an ICU message, those within its plurals and choices too. */
function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  const visit = (token: unknown): void => {
    if (!Array.isArray(token)) return;
    const [name, , branches]: unknown[] = token;
    if (typeof name === "string") names.add(name);
    if (typeof branches === "object" && branches !== null) {
      for (const branch of Object.values(branches)) if (Array.isArray(branch)) branch.forEach(visit);
    }
  };
  const compiled = compileMessage(message);
  if (Array.isArray(compiled)) compiled.forEach(visit);
  return [...names].toSorted();
}

suite("the catalogues", () => {
  test("have the same keys, sorted", () => {
    assert.deepEqual(Object.keys(en), Object.keys(es));
    const named = Object.keys(es).filter((key) => !/^\d+$/.test(key));
    assert.deepEqual(named, named.toSorted());
  });

  for (const key of Object.keys(es).filter(isMessageKey)) {
    test(`${key} says the same in both languages`, () => {
      assert.deepEqual(argumentsOf(english[key]), argumentsOf(spanish[key]));
      for (const text of [english[key], spanish[key]]) {
        assert.equal(text, text.trim());
        assert.doesNotMatch(text, /[!¡]|sorry|apolog|lo sentimos|perdón|disculpa/i);
      }
    });
  }

  test("have keys that are told from sentences", () => {
    assert.deepEqual(
      Object.keys(es).filter((key) => !isMessageKey(key)),
      [],
    );
    for (const sentence of ["Invalid input", "Required", ""]) assert.equal(isMessageKey(sentence), false);
  });
});
