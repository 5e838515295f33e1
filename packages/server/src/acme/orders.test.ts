import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "./fault.ts";
import { OrderLost } from "./order.ts";
import { judge } from "./orders.ts";
import { AcmeProblem, AuthorityUnreachable, readProblem } from "./transport.ts";

const hour = 3_600;
const judged = (error: unknown, failures = 0, now?: number) =>
  judge(error, { failures, isParked: false }, now);
const waits = (error: unknown, isParked = false): number[] =>
  [0, 1, 2, 5, 99].map((failures) => judge(error, { failures, isParked }).waitSeconds);

test("what fails is put off more and more, for a day at most", () => {
  assert.deepEqual(waits(new AcmeProblem("unauthorized", "no")), [60, 600, hour, 24 * hour, 24 * hour]);
  assert.deepEqual(waits(new Fault("acme.slow")), [60, 600, hour, 24 * hour, 24 * hour]);
});

test("a name that leads elsewhere is looked at every hour: nothing was ordered", () => {
  assert.deepEqual(waits(new Fault("acme.slow", { isCheap: true })), [60, 600, hour, hour, hour]);
});

test("a parked one within the day: there are many", () => {
  const elsewhere = new Fault("acme.slow", { isCheap: true });
  assert.deepEqual(waits(elsewhere, true), [60, 600, hour, 24 * hour, 24 * hour]);
});

test("what the authority or our own budget names is waited for", () => {
  assert.deepEqual(waits(new AcmeProblem("rateLimited", "too many", 9 * hour)).slice(0, 2), [
    9 * hour,
    9 * hour,
  ]);
  assert.equal(judged(new AcmeProblem("rateLimited", "too many")).waitSeconds, hour);
  const now = Date.parse("2026-11-22T00:00:00Z");
  const retryAt = new Date(now + 5 * hour * 1000);
  assert.equal(judged(new Fault("acme.slow", { retryAt }), 7, now).waitSeconds, 5 * hour);
});

test("what the authority lost is ordered anew at once, though not for ever", () => {
  for (const error of [new OrderLost("gone"), new AcmeProblem("accountDoesNotExist", "who?")])
    assert.deepEqual(waits(error).slice(0, 4), [0, 0, 0, 24 * hour]);
});

test("customers are told the authority's words, operators alone those of the network", () => {
  assert.deepEqual(judged(new AcmeProblem("caa", "CAA record forbids it")).fault, {
    key: "acme.refused",
    values: { reason: "CAA record forbids it" },
  });
  assert.equal(judged(new AuthorityUnreachable("ECONNREFUSED 10.1.2.3")).fault, "acme.unreachable");
});

test("of a problem the part that is about the name is told", () => {
  const problem = {
    type: "urn:ietf:params:acme:error:malformed",
    detail: "some names",
    subproblems: [{ type: "urn:ietf:params:acme:error:caa", detail: "of this one" }],
  };
  assert.deepEqual(readProblem(problem), { type: "caa", detail: "of this one" });
  assert.equal(readProblem("<html>"), undefined);
});
