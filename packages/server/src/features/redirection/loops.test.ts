import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Hop, wayBack } from "./loops.ts";

const ports = { http: 8080, https: 443 };
/** `uno.test/path https://…` */
function hop(line: string): Hop {
  const [origin = "", url = ""] = line.split(" ");
  const [host = "", ...path] = origin.split("/");
  return { host, path: path.map((name) => `/${name}`).join(""), url };
}
const by = (one: string, ...others: string[]) =>
  wayBack(hop(one), others.map(hop), ports)?.map(({ host, path }) => host + path) ?? null;

describe("a redirection", () => {
  it("leads back to itself at once in whatever way its address is written", () => {
    for (const line of [
      "uno.test http://uno.test/",
      "uno.test https://uno.test/a?b#c",
      "uno.test http://uno.test:8080/",
      "uno.test http://uno.test./",
      "uno.test/a https://uno.test/a",
      "uno.test/a https://uno.test/A/",
      "uno.test/a https://uno.test/%61?x",
      "uno.test/a https://uno.test/a//",
    ])
      assert.deepEqual(by(line), [], line);
  });

  it("leads elsewhere", () => {
    for (const line of [
      "uno.test https://www.uno.test/",
      "uno.test/a https://uno.test/",
      "uno.test/a https://uno.test/a/b",
      "uno.test https://uno.test:8443/",
      "uno.test http://uno.test:443/",
      "uno.test https://world.example/%ff",
    ])
      assert.equal(by(line), null, line);
  });

  it("comes back by way of others", () => {
    assert.deepEqual(by("a.test https://b.test/", "b.test https://a.test/x"), ["b.test"]);
    const three = ["b.test/x https://c.test/", "c.test http://a.test/"] as const;
    assert.deepEqual(by("a.test https://b.test/X/", ...three), ["b.test/x", "c.test"]);
    assert.equal(by("a.test https://b.test/", "b.test/x https://a.test/"), null);
    assert.equal(by("a.test https://b.test/", "b.test https://c.test/", "c.test https://b.test/"), null);
  });

  it("comes back by all of a host too, whose path has another for now", () => {
    const lines = ["b.test https://a.test/", "b.test/x https://world.example/"] as const;
    assert.deepEqual(by("a.test https://b.test/x", ...lines), ["b.test"]);
  });
});
