import assert from "node:assert/strict";
import { test } from "node:test";
import { harmless, harmlessLines } from "./harmless.ts";

test("what a terminal or a reader could take for something else is shown by its code", () => {
  const cases: [string, string][] = [
    ["\u001B]0;owned\u0007", "\\u{1B}]0;owned\\u{7}"],
    ["\u009B2J", "\\u{9B}2J"],
    ["a\rb", "a\\u{D}b"],
    ["invoice\u202Efdp.exe", "invoice\\u{202E}fdp.exe"],
    ["zero\u200Bwidth", "zero\\u{200B}width"],
    ["línea\u2028otra", "línea\\u{2028}otra"],
    ["\u007F\u0000", "\\u{7F}\\u{0}"],
  ];
  for (const [text, shown] of cases) assert.equal(harmless(text), shown);
  assert.equal(harmless("Añil, ¿qué tal? 你好 €"), "Añil, ¿qué tal? 你好 €");
});

test("a text keeps its lines and tabs, and nothing else", () => {
  assert.equal(harmlessLines("one\r\ntwo\rthree\n\tfour\u001B[2J"), "one\ntwo\nthree\n\tfour\\u{1B}[2J");
});
