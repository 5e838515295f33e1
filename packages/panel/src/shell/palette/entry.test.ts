import assert from "node:assert/strict";
import { test } from "node:test";
import { type Entry, matches, splitText } from "./entry.ts";

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({
  id: label,
  label,
  icon: () => null,
  run: () => undefined,
  ...more,
});

const cases: readonly [text: string, of: Entry, expected: boolean][] = [
  ["pref", entry("Preferencias"), true],
  ["PREF", entry("Preferencias"), true],
  ["ferencias", entry("Preferencias"), false],
  ["sesion", entry("Cerrar sesión"), true],
  ["cer ses", entry("Cerrar sesión"), true],
  ["ses cer", entry("Cerrar sesión"), true],
  ["cerrar todo", entry("Cerrar sesión"), false],
  ["salir", entry("Cerrar sesión", { keywords: "salir logout" }), true],
  ["zona", entry("example.com", { note: "Zona DNS" }), true],
  ["example.com", entry("example.com"), true],
  ["ample", entry("example.com"), false],
  ["", entry("Preferencias"), true],
  ["  ", entry("Preferencias"), true],
];
for (const [text, of, expected] of cases)
  test(`“${text}” ${expected ? "finds" : "does not find"} ${of.label}`, () => {
    assert.equal(matches(of, text), expected);
  });

test("the first word names the holding, the others its area", () => {
  assert.deepEqual(splitText("  exa  zona dns "), { name: "exa", area: "zona dns" });
  assert.deepEqual(splitText("example.com"), { name: "example.com", area: "" });
  assert.deepEqual(splitText(" "), { name: "", area: "" });
});
