import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FakeNameServer, closedPort, startNameServer } from "../../../test/fake-name-server.ts";
import { type LookUp, textsOf, worldLookUp } from "./world.ts";

let server: FakeNameServer;
let lookUp: LookUp;

before(async () => {
  server = await startNameServer(({ name, type }) => {
    if (name.startsWith("silent.")) return null;
    if (name.startsWith("alias."))
      return { answers: [{ type: "CNAME", name, ttl: 60, data: "a.example.net" }] };
    if (name.startsWith("host.") && type === "A")
      return { answers: [{ type, name, ttl: 60, data: "192.0.2.1" }] };
    if (name.startsWith("host.") && type === "AAAA")
      return { answers: [{ type, name, ttl: 60, data: "2001:db8::1" }] };
    if (name.startsWith("text.") && type === "TXT")
      return { answers: [{ type, name, ttl: 60, data: ["v=DMARC1; ", "p=none"] }] };
    return name.startsWith("gone.") ? { nameError: true } : {};
  });
  lookUp = worldLookUp([`127.0.0.1:${server.port}`]);
});
after(() => server.close());

const keyOf = async (name: string): Promise<unknown> => {
  const found = await lookUp(name);
  if (!("error" in found)) return found.places.map(({ address, port }) => `${address} ${port}`);
  return typeof found.error === "string" ? found.error : found.error.key;
};

test("a host has both its addresses, at the port of name servers", async () => {
  assert.deepEqual(await keyOf("host.example.net"), ["192.0.2.1 53", "2001:db8::1 53"]);
});

test("no such name, no address, an alias and no answer are told apart", async () => {
  assert.equal(await keyOf("gone.example.net"), "nameserver.unknown");
  assert.equal(await keyOf("empty.example.net"), "nameserver.no_address");
  assert.equal(await keyOf("alias.example.net"), "nameserver.alias");
  const started = performance.now();
  assert.equal(await keyOf("silent.example.net"), "nameserver.silent");
  assert.ok(performance.now() - started < 4_000);
});

test("where no resolver answers, nothing is said about the name", async () => {
  const found = await worldLookUp([`127.0.0.1:${await closedPort()}`])("host.example.net");
  assert.deepEqual("error" in found && found.error, {
    key: "nameserver.silent",
    values: { name: "host.example.net" },
  });
});

const textsAt = (name: string) => textsOf(name, AbortSignal.timeout(3_000), [`127.0.0.1:${server.port}`]);

test("texts are told whole; none and nobody who says are told apart", async () => {
  assert.deepEqual(await textsAt("text.example.net"), ["v=DMARC1; p=none"]);
  assert.deepEqual(await textsAt("gone.example.net"), []);
  assert.deepEqual(await textsAt("empty.example.net"), []);
  assert.equal(await textsAt("silent.example.net"), null);
});
