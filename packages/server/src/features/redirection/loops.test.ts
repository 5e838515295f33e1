import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Address, type Hop, wayBack } from "./loops.ts";

const ports = { http: 8080, https: 443 };
/** `uno.test/path https://…`; `keeps` behind it for one that keeps the path. `_` is a space. */
function hop(line: string): Hop {
  const [origin = "", url = "", keeps] = line.split(" ");
  const [host = "", ...path] = origin.replaceAll("_", " ").split("/");
  return { host, path: path.map((name) => `/${name}`).join(""), url, keepPath: keeps === "keeps" };
}
async function by(one: string, ...others: string[]): Promise<string[] | null> {
  const standingAt = async (addresses: readonly Address[]) =>
    others
      .map(hop)
      .filter((other) =>
        addresses.some(
          ({ host, path, isAbove }) =>
            host === other.host && (path === other.path || (isAbove && other.path.startsWith(`${path}/`))),
        ),
      );
  return (await wayBack(hop(one), standingAt, ports))?.map(({ host, path }) => host + path) ?? null;
}

const chain = (length: number) =>
  Array.from({ length }, (_, i) => `h${i}.test https://h${i + 1 < length ? i + 1 : "ome"}.test/`);

describe("a redirection", () => {
  it("leads back to itself at once in whatever way its address is written", async () => {
    for (const line of [
      "uno.test http://uno.test/",
      "uno.test https://uno.test/a?b#c",
      "uno.test http://uno.test:8080/",
      "uno.test http://uno.test./",
      "uno.test/a https://uno.test/a",
      "uno.test/a https://uno.test/A/",
      "uno.test/a https://uno.test/%61?x",
      "uno.test/a https://uno.test/a//",
      "uno.test/a http://uno.test//a",
      "uno.test/a http://uno.test/x%2F..%2fa",
      "uno.test/a http://uno.test/%2e/%ff/%2E./a/.",
      "uno.test http://uno.test/x/..%2f",
      "uno.test/a_b https://uno.test/a%20b",
      "uno.test/añO https://uno.test/A%C3%B1o/",
      "uno.test/a?id=5 https://uno.test/a/?ID=5",
      "uno.test/?id=5 https://uno.test?id=5",
      "uno.test/a https://uno.test/a?id=5",
      "uno.test https://uno.test/a keeps",
    ])
      assert.deepEqual(await by(line), [], line);
  });

  it("leads elsewhere", async () => {
    for (const line of [
      "uno.test https://www.uno.test/",
      "uno.test/a https://uno.test/",
      "uno.test/a https://uno.test/a/b",
      "uno.test https://uno.test:8443/",
      "uno.test http://uno.test:443/",
      "uno.test https://world.example/%ff",
      "uno.test/a https://uno.test/%2561",
      "uno.test/a?id=5 https://uno.test/a",
      "uno.test/a?id=5 https://uno.test/a?id=6",
      "uno.test/añb https://uno.test/aÑb",
      "uno.test/a https://uno.test/%00/../b%2Fa",
    ])
      assert.equal(await by(line), null, line);
  });

  it("comes back by way of others", async () => {
    assert.deepEqual(await by("a.test https://b.test/", "b.test https://a.test/x"), ["b.test"]);
    const three = ["b.test/x https://c.test/", "c.test http://a.test/"] as const;
    assert.deepEqual(await by("a.test https://b.test/X/", ...three), ["b.test/x", "c.test"]);
    assert.equal(await by("a.test https://b.test/", "b.test/x https://a.test/"), null);
    assert.equal(
      await by("a.test https://b.test/", "b.test https://c.test/", "c.test https://b.test/"),
      null,
    );
  });

  it("comes back by all of a host too, whose path has another for now", async () => {
    const lines = ["b.test https://a.test/", "b.test/x https://world.example/"] as const;
    assert.deepEqual(await by("a.test https://b.test/x", ...lines), ["b.test"]);
  });

  it("comes back with the path it keeps, by whichever redirection was there first", async () => {
    const [keeping, path] = ["a.test https://b.test/ keeps", "b.test/x https://a.test/x"];
    assert.deepEqual(await by(keeping, path), ["b.test/x"]);
    assert.deepEqual(await by(path, keeping), ["a.test"]);
    assert.equal(await by("b.test/x https://a.test/y", keeping), null);
    assert.equal(await by(keeping, "b.test/x https://world.example/"), null);
    const query = "b.test/?id=5 https://a.test/?id=5";
    assert.deepEqual(await by(query, keeping), ["a.test"]);
    assert.equal(await by("a.test/x https://b.test/y keeps", "b.test/y/x https://a.test keeps"), null);
    assert.deepEqual(await by("a.test/x https://b.test/ keeps", "b.test/x https://a.test keeps"), [
      "b.test/x",
    ]);
    assert.deepEqual(await by("a.test https://b.test/y keeps", "b.test/x https://a.test/"), null);
    const three = ["b.test https://c.test/ keeps", "c.test/x https://a.test/"] as const;
    assert.deepEqual(await by("a.test https://b.test/ keeps", ...three), ["b.test", "c.test/x"]);
  });

  it("is followed as far as a browser would, and no further", async () => {
    assert.equal((await by("home.test https://h0.test/", ...chain(20)))?.length, 20);
    assert.equal(await by("home.test https://h0.test/", ...chain(200)), null);
  });
});
