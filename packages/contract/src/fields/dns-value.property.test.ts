import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { formatValue, parseRecord, parseValue } from "./dns-value.ts";
import { presentRdata } from "./dns/examples.ts";
import { recordTypes, type RecordType } from "./dns/types.ts";

const zone = "example.com";
const context = { name: "www.example.com", zoneName: zone };

/** Pieces that values are made of, in any order: more of these parse than of plain noise. */
const pieces =
  '0 1 255 65536 20 issue iodef issuewild letsencrypt.org mailto: https:// a@b.es @ . .. * _sip._tcp " \\ \\065 \\255 ( ) ; = : :: ñ 例え 。 \u200B xn-- - \0 \n';
const piece = fc.oneof(
  fc.constantFrom(...pieces.split(" ")),
  fc.domain(),
  fc.ipV4(),
  fc.ipV6(),
  fc.string({ maxLength: 8 }),
);
const noise = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(" ")),
  fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join("")),
);
const anyType = fc.constantFrom<RecordType>(...recordTypes);

test("no text makes a parser throw, and what it accepts is canonical", () => {
  fc.assert(
    fc.property(anyType, noise, noise, noise, (type, zona, value, number) => {
      const parsed = parseRecord(type, { zona, value, ttl: number, priority: number }, zone);
      assert.ok(parsed.ok || Object.keys(parsed.errors).length > 0);
      const read = parseValue(type, value, context);
      if (!read.ok) return;
      assert.deepEqual(parseValue(type, formatValue(type, read.value), context), read);
      if (type !== "TXT") assert.deepEqual(parseValue(type, read.value, context), read);
    }),
    { numRuns: 5000 },
  );
});

test("what is accepted is one printable line of a zone file", () => {
  fc.assert(
    fc.property(anyType, noise, (type, value) => {
      const read = parseValue(type, value, context);
      if (!read.ok) return;
      assert.match(presentRdata({ type, value: read.value, priority: 20 }), /^[\x20-\x7e]+$/);
      if (type !== "TXT") assert.ok(read.value.length <= 300, read.value);
    }),
    { numRuns: 3000 },
  );
});

const long = 100_000;
const hostile = [
  ...'a .*_-\\"(;=:0ñ@/。'.split("").map((character) => character.repeat(long)),
  "a.".repeat(long / 2),
  "xn--".repeat(long / 4),
  '"a" '.repeat(long / 4),
  '"\\'.repeat(long / 2),
  `("${" ".repeat(long)}`,
  `("${'" '.repeat(long / 2)}`,
  `0 issue "${"a=b; ".repeat(long / 5)}`,
  `0 issue "${"a-".repeat(long / 2)}`,
  `0 iodef "mailto:${"a.".repeat(long / 2)}@`,
  `0 iodef "https://${"a".repeat(long)}`,
  "0 ".repeat(long / 2),
  `1 1 ${"a".repeat(long)}`,
  "1:".repeat(long / 2),
  "\u200B".repeat(long),
  "😀".repeat(long / 2),
  "\uD800".repeat(long),
];

/** Quadratic would be sixteen times. */
const mostGrowth = 8;
/** Below this a difference tells nothing. */
const noiseMilliseconds = 2;

function milliseconds(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

test("text four times as long costs about four times as much", () => {
  for (const type of recordTypes) {
    for (const text of hostile) {
      for (const length of [1000, 1020, 28_000, long]) {
        const read = (part: string) => () =>
          parseRecord(type, { zona: part, value: part, priority: part }, zone);
        const quarter = read(text.slice(0, length / 4));
        const whole = read(text.slice(0, length));
        // The best of some runs: what the text costs, not what the machine was doing meanwhile.
        let short = Infinity;
        let all = Infinity;
        for (let tries = 0; tries < 20; tries++) {
          short = Math.min(short, milliseconds(quarter));
          all = Math.min(all, milliseconds(whole));
          if (all <= noiseMilliseconds) break;
        }
        assert.ok(
          all <= Math.max(noiseMilliseconds, mostGrowth * short),
          `${type} ${length} ${text.slice(0, 12)}: ${short.toFixed(2)} and ${all.toFixed(2)} ms`,
        );
      }
    }
  }
});
