import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { toasts } from "./toast.ts";

const add = (text: string) => toasts.add({ tone: "info", title: "Notice", text });
const texts = () => toasts.list().map(({ text }) => text);
let clock = 0;
/** `performance.now` goes with the timers. */
const tick = (ms: number) => {
  clock += ms;
  mock.timers.tick(ms);
};

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(performance, "now", () => clock);
});
afterEach(() => {
  toasts.resume();
  for (const { key } of toasts.list()) toasts.close(key);
  mock.timers.reset();
  mock.restoreAll();
});

test("a toast lives 5 seconds", () => {
  add("saved");
  tick(4999);
  assert.deepEqual(texts(), ["saved"]);
  tick(1);
  assert.deepEqual(texts(), []);
});

test("several stack, each with its own time; the fifth drops the oldest", () => {
  add("1");
  tick(1000);
  for (const text of ["2", "3", "4"]) add(text);
  assert.deepEqual(texts(), ["1", "2", "3", "4"]);
  add("5");
  assert.deepEqual(texts(), ["2", "3", "4", "5"]);
  tick(5000);
  assert.deepEqual(texts(), []);
});

test("the clock stands while it is read, and goes on from where it stood", () => {
  add("saved");
  tick(3000);
  toasts.pause();
  toasts.pause();
  tick(60_000);
  add("come meanwhile");
  tick(60_000);
  toasts.resume();
  tick(1999);
  assert.deepEqual(texts(), ["saved", "come meanwhile"]);
  tick(1);
  assert.deepEqual(texts(), ["come meanwhile"]);
  tick(3000);
  assert.deepEqual(texts(), []);
});

test("who draws them hears of each change", () => {
  const heard = mock.fn();
  const stop = toasts.subscribe(heard);
  add("saved");
  tick(5000);
  assert.equal(heard.mock.callCount(), 2);
  stop();
  add("another");
  assert.equal(heard.mock.callCount(), 2);
});
