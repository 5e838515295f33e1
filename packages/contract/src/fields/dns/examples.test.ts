import assert from "node:assert/strict";
import { test } from "node:test";
import { formatValue, parseRecord, type CanonicalRecord } from "../dns-value.ts";
import { conflictsWith } from "./conflicts.ts";
import { exampleZone, glueExamples, validExamples } from "./examples.ts";
import { recordTypes } from "./types.ts";

const rows = [
  ...recordTypes.flatMap((type) => validExamples[type].map((example) => ({ type, example }))),
  ...glueExamples.map((example) => ({ type: "A" as const, example })),
];

test("every type has at least 15 valid examples", () => {
  for (const type of recordTypes) assert.ok(validExamples[type].length >= 15, type);
});

test("the examples are stored as written beside them, and again from their display", () => {
  for (const { type, example } of rows) {
    const parsed = parseRecord(type, example, exampleZone);
    assert.ok(parsed.ok, `${type} ${example.value}: ${JSON.stringify(parsed)}`);
    assert.equal(parsed.record.value, example.stored ?? example.value, `${type} ${example.value}`);
    const display = formatValue(type, parsed.record.value);
    const again = parseRecord(type, { ...example, value: display }, exampleZone);
    assert.deepEqual(again, parsed, `${type} ${display}`);
  }
});

test("the examples fit into one zone", () => {
  const zone: CanonicalRecord[] = [];
  for (const { type, example } of rows) {
    const parsed = parseRecord(type, example, exampleZone);
    assert.ok(parsed.ok);
    assert.equal(conflictsWith(parsed.record, zone, exampleZone), null, `${type} ${example.zona}`);
    zone.push(parsed.record);
  }
});
