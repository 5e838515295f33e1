import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, daysUntil, inDays } from "./time.ts";

const now = new Date(2026, 10, 21, 12, 0);
const at = (day: number, hour = 12, minute = 0) => new Date(2026, 10, day, hour, minute);

const days: [then: Date, es: string, en: string][] = [
  [at(21, 23, 59), "hoy", "today"],
  [at(21, 0, 0), "hoy", "today"],
  [at(22, 0, 0), "mañana", "tomorrow"],
  [at(20, 23, 59), "ayer", "yesterday"],
  [at(26), "dentro de 5 días", "in 5 days"],
  [at(18), "hace 3 días", "3 days ago"],
];
for (const [then, es, en] of days)
  test(`${then.toISOString()} is ${en}`, () => {
    assert.equal(inDays(then, now, "es-ES"), es);
    assert.equal(inDays(then, now, "en-US"), en);
  });

test("a day of 23 or 25 hours is a day", () => {
  for (const month of [2, 9])
    for (let day = 1; day < 31; day += 1)
      assert.equal(daysUntil(new Date(2026, month, day + 1), new Date(2026, month, day)), 1);
});

const past: [then: Date, en: string][] = [
  [at(21, 11, 59), "1 minute ago"],
  [at(21, 12, 0), "this minute"],
  [at(21, 12, 2), "this minute"],
  [at(21, 11, 1), "59 minutes ago"],
  [at(21, 11, 0), "1 hour ago"],
  [at(21, 0, 1), "11 hours ago"],
  [at(20, 23, 0), "yesterday"],
  [at(17), "4 days ago"],
];
for (const [then, en] of past)
  test(`${then.toISOString()} was ${en}`, () => assert.equal(ago(then, now, "en-US"), en));
