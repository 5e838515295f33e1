import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { Lines } from "./maps.ts";
import { Publisher } from "./publisher.ts";
import { ConfigurationRefused } from "./web-server.ts";

const lines = (host: string): Lines => ({
  site: [],
  holding: [host],
  folder: [],
  state: [],
  "https-only": [],
  "php-value": [],
  certificate: [],
  "redirect-query": [],
  "redirect-path": [],
  "redirect-host": [],
  brand: [],
  shown: [],
});

/** Refuses what is named bad, as nginx does: the whole, with one reason. */
class Server {
  readonly adopted: string[][] = [];
  staged = 0;
  fails: Error | undefined;
  async stage(all: Iterable<Lines>): Promise<string> {
    this.staged += 1;
    if (this.fails) throw this.fails;
    const hosts = [...all].flatMap(({ holding }) => holding);
    const bad = hosts.find((host) => host.startsWith("bad"));
    if (bad) throw new ConfigurationRefused(`[emerg] ${bad}`);
    return JSON.stringify(hosts);
  }
  async discard(): Promise<void> {
    this.staged -= 1;
  }
  async adopt(directory: string): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.adopted.push(JSON.parse(directory));
  }
}
let server: Server;
let publisher: Publisher;
beforeEach(() => {
  server = new Server();
  publisher = new Publisher(server);
});
const last = () => server.adopted.at(-1);

describe("what is published", () => {
  it("is everybody's, with the change in it", async () => {
    await publisher.start(
      new Map([
        [1, lines("a")],
        [2, lines("b")],
      ]),
    );
    await publisher.set(2, lines("c"));
    assert.deepEqual(last(), ["a", "c"]);
    await publisher.set(1, null);
    assert.deepEqual(last(), ["c"]);
  });

  it("is not published again when it is the same", async () => {
    await publisher.set(1, lines("a"));
    await publisher.set(1, lines("a"));
    assert.equal(server.adopted.length, 1);
  });

  it("goes together where it comes together", async () => {
    await Promise.all(Array.from({ length: 100 }, (_, id) => publisher.set(id, lines(`h${id}`))));
    assert.equal(last()!.length, 100);
    assert.ok(server.adopted.length <= 2);
  });

  it("is refused to the culprit alone, who keeps what was there", async () => {
    await publisher.start(new Map([[7, lines("good")]]));
    const all = [1, 2, 3, 7, 8].map((id) =>
      publisher.set(id, lines(id === 7 || id === 3 ? `bad${id}` : `h${id}`)).then(
        () => null,
        (error: Error) => error.message,
      ),
    );
    assert.deepEqual(await Promise.all(all), [null, null, "[emerg] bad3", "[emerg] bad7", null]);
    assert.deepEqual(last()!.toSorted(), ["good", "h1", "h2", "h8"]);
    await publisher.set(9, lines("h9"));
    assert.deepEqual(last()!.toSorted(), ["good", "h1", "h2", "h8", "h9"]);
  });

  it("is tried again with the next change after a fault that is nobody's", async () => {
    server.fails = new Error("no room on the disk");
    await assert.rejects(publisher.set(1, lines("a")), /no room/);
    server.fails = undefined;
    await publisher.set(2, lines("b"));
    assert.deepEqual(last(), ["a", "b"]);
    await publisher.set(1, lines("a"));
    assert.equal(server.adopted.length, 1);
  });
});
