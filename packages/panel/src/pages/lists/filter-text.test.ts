import assert from "node:assert/strict";
import { test } from "node:test";
import { filterText, see, send, type } from "./filter-text.ts";

test("what comes back from the address never takes what was typed meanwhile", () => {
  let state = send(type(filterText(""), "ab"));
  state = send(type(state, "abc"));
  state = type(state, "abcd");
  state = see(state, "ab");
  assert.equal(state.typed, "abcd");
  state = see(state, "abc");
  assert.equal(state.typed, "abcd");
  assert.deepEqual(state.sent, []);
});

test("an address that skipped one, because a newer overtook it, is still an echo", () => {
  let state = send(type(filterText(""), "a"));
  state = see(send(type(state, "ab")), "ab");
  assert.equal(state.typed, "ab");
  assert.deepEqual(state.sent, []);
});

test("back and forward change the text", () => {
  let state = see(send(type(filterText(""), "ab")), "ab");
  state = see(state, "");
  assert.equal(state.typed, "");
  state = see(state, "ab");
  assert.equal(state.typed, "ab");
});

test("the same address twice is no news", () => {
  const state = type(filterText("a"), "ab");
  assert.equal(see(state, "a"), state);
});
