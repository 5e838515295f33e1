import assert from "node:assert/strict";
import { test } from "node:test";
import { answerTime } from "./answer-days.ts";

const today = "2026-08-10";
const time = (startsOn: string, endsOn: string, enabled = true) =>
  answerTime({ enabled, startsOn, endsOn }, today);

test("an autoresponder answers on both of its days and between them", () => {
  assert.equal(time("", ""), "always");
  assert.equal(time(today, ""), "from");
  assert.equal(time("2026-08-11", ""), "from");
  assert.equal(time("2026-08-11", "2026-08-11"), "between");
  assert.equal(time("", today), "until");
  assert.equal(time("2026-08-01", "2026-08-20"), "between");
});

test("it never answers where it is off, over, or ends before it begins", () => {
  assert.equal(time("", "", false), "off");
  assert.equal(time("", "2026-08-09"), "over");
  assert.equal(time("2026-09-02", "2026-09-01"), "never");
});
