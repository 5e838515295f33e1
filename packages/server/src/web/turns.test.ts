import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Turns } from "./turns.ts";

/** Reads what is wanted when it begins; carries it out when it is let. */
function machine() {
  const turns = new Turns();
  const open: (() => void)[] = [];
  const done: string[] = [];
  const state = { wanted: "", done, open };
  const apply = (wanted: string, id = 1) => {
    state.wanted = wanted;
    return turns.take(id, async () => {
      const read = state.wanted;
      await new Promise<void>((resolve) => open.push(resolve));
      if (read === "bad") throw new Error("refused");
      done.push(read);
    });
  };
  return { ...state, apply };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
  it("carry out the newest last, and what came meanwhile at once", async () => {
    const { apply, open, done } = machine();
    const all = [apply("a"), apply("b"), apply("c")];
    await settle();
    assert.equal(open.length, 1);
    open.shift()!();
    await settle();
    const late = apply("d");
    assert.equal(open.length, 1);
    open.shift()!();
    await Promise.all(all);
    await settle();
    open.shift()!();
    await late;
    assert.deepEqual(done, ["a", "c", "d"]);
  });

  it("tell each its own failure, and go on", async () => {
    const { apply, open, done } = machine();
    const [bad, good] = [apply("bad"), apply("good")];
    open.shift()!();
    await assert.rejects(bad, /refused/);
    await settle();
    open.shift()!();
    await good;
    assert.deepEqual(done, ["good"]);
  });

  it("of others do not wait", async () => {
    const { apply, open, done } = machine();
    const all = [apply("a", 1), apply("b", 2)];
    assert.equal(open.length, 2);
    for (const go of open) go();
    await Promise.all(all);
    assert.deepEqual(done, ["a", "b"]);
  });
});
