import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { languages, type Message } from "../message.ts";
import en from "../messages/en.json" with { type: "json" };
import es from "../messages/es.json" with { type: "json" };
import { parseRecord } from "./dns-value.ts";
import { recordTypes } from "./dns/types.ts";

const catalogues: Record<(typeof languages)[number], Record<string, string>> = { es, en };
const ours = Object.keys(es).filter((key) => /^(?:dns|ip)\./.test(key));
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))].toSorted();

test("both languages say the same with the same values", () => {
  for (const key of ours)
    assert.deepEqual(placeholders(catalogues.en[key] ?? ""), placeholders(catalogues.es[key] ?? ""), key);
});

/** What each type refuses, so that every message comes up. */
const refusedByLine = `a 192.0.2.1 ::1 ::ffff:192.0.2.1 .. -a.b ñ/b.c *.a.b a.* _a.b evil.com. www.example.com * @
10 a.b|1 2 3 a.b|x 1 a.b|9 99999 a.b|9 x a.b|a b.c
0 issue a|0 issue "a.b; c"|0 x a.b|256 issue a.b|0 iodef x|0 issue a.1
"a|"a" b|"\\1"|"\\255"`;
const [words = "", ...lines] = refusedByLine.split("\n");
const wrong = [
  ...words.split(" "),
  ...lines.flatMap((line) => line.split("|")),
  "",
  "a\nb",
  "x".repeat(70),
  "x".repeat(9000),
  `0 issue "a.b; a=${"b".repeat(300)}"`,
];

function checkValues(message: Message | undefined): void {
  if (message === undefined) return;
  const { key, values } = typeof message === "string" ? { key: message, values: {} } : message;
  for (const language of languages) {
    const text = catalogues[language][key];
    assert.ok(text, `${language} ${key}`);
    for (const name of placeholders(text)) assert.ok(name in values, `${language} ${key}: ${name}`);
  }
}

test("every message gets the values that its text names", () => {
  const text = fc.oneof(fc.constantFrom(...wrong), fc.string());
  fc.assert(
    fc.property(fc.constantFrom(...recordTypes), text, text, text, (type, zona, value, number) => {
      const parsed = parseRecord(type, { zona, value, ttl: number, priority: number }, "example.com");
      if (!parsed.ok) for (const message of Object.values(parsed.errors)) checkValues(message);
    }),
    { numRuns: 5000 },
  );
});
