/** ANAME: the addresses of another name, found by dnsd, answered and transferred as plain A and AAAA. */
import assert from "node:assert/strict";
import { type Socket, createSocket } from "node:dgram";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import packet, { type Answer } from "dns-packet";
import { axfr, dig, digUntil, rcode } from "./ask.ts";
import { type Stack, type Zone, addRecord, addZone, startStack } from "./stack.ts";

/** The rest of the internet, as the system's resolver tells it. */
const world = new Map<string, readonly Answer[]>();
const setWorld = (name: string, ...addresses: string[]): void => {
  for (const type of ["A", "AAAA"] as const)
    world.set(
      `${type} ${name}`,
      addresses
        .filter((address) => address.includes(":") === (type === "AAAA"))
        .map((data): Answer => ({ type, name, ttl: 5, data })),
    );
};

let resolver: Socket;
let broken = false;
let stack: Stack;
let zone: Zone;

function answer(question: Buffer): Buffer {
  const { id, questions = [] } = packet.decode(question);
  const [asked] = questions;
  const answers = world.get(`${asked?.type} ${asked?.name}`);
  const rcode = broken ? 2 : answers ? 0 : 3;
  const recursive = packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE;
  return packet.encode({
    type: "response",
    id: id ?? 0,
    flags: recursive | rcode,
    questions,
    answers: broken ? [] : [...(answers ?? [])],
  });
}

before(async () => {
  resolver = createSocket("udp4");
  resolver.on("message", (question, from) => resolver.send(answer(question), from.port, from.address));
  resolver.bind(0, "127.0.0.1");
  await once(resolver, "listening");
  setWorld("target.example.net", "198.51.100.1", "2001:db8:1::1");
  stack = await startStack({ resolvers: `127.0.0.1:${resolver.address().port}` });
  zone = await addZone(stack.db, "aname.test");
});
after(async () => {
  resolver?.close();
  await stack?.stop();
});

const bothAnswer = async (
  name: string,
  type: "A" | "AAAA",
  wanted: string,
  timeout?: number,
): Promise<void> => {
  for (const port of [stack.ns1, stack.ns2])
    await digUntil(port, [`${name}.aname.test`, type], (found) => found === wanted, timeout);
};

describe("an ANAME", () => {
  test("answers with the addresses of a name elsewhere, on both, and follows them", async () => {
    await addRecord(stack.api, zone, { name: "shop", type: "ANAME", value: "target.example.net" });
    await bothAnswer("shop", "A", "198.51.100.1");
    await bothAnswer("shop", "AAAA", "2001:db8:1::1");
    setWorld("target.example.net", "198.51.100.2");
    await bothAnswer("shop", "A", "198.51.100.2", 20_000);
    await bothAnswer("shop", "AAAA", "", 20_000);
    assert.ok(
      (await axfr(stack.ns1, zone.name)).some((line) => /^shop\.aname\.test\.\s+300\s+IN\s+A\s/.test(line)),
    );
  });

  test("keeps its addresses while the target can't be asked", async () => {
    broken = true;
    await new Promise((done) => setTimeout(done, 8000));
    assert.equal(await dig(stack.ns1, "shop.aname.test", "A"), "198.51.100.2");
    broken = false;
  });

  test("points elsewhere as soon as its value changes", async () => {
    setWorld("other.example.net", "198.51.100.9");
    await stack.api.query(
      "update atrio.dns_record set value = 'other.example.net' where type = 'ANAME' and name = 'shop.aname.test'",
    );
    await bothAnswer("shop", "A", "198.51.100.9");
  });

  test("asks our own zones first, through aliases and other ANAMEs", async () => {
    await addRecord(stack.api, zone, { name: "own", type: "ANAME", value: "www.aname.test" });
    await bothAnswer("own", "A", "192.0.2.80");
    await addRecord(stack.api, zone, { name: "alias", type: "CNAME", value: "target.example.net" });
    await addRecord(stack.api, zone, { name: "far", type: "ANAME", value: "alias.aname.test" });
    await bothAnswer("far", "A", "198.51.100.2");
    await addRecord(stack.api, zone, { name: "second", type: "ANAME", value: "shop.aname.test" });
    await bothAnswer("second", "A", "198.51.100.9");
  });

  test("does not lead visitors to themselves, and ends in nothing where it runs in a circle", async () => {
    setWorld(
      "loop.example.net",
      "127.0.0.1",
      "0.0.0.0",
      "169.254.1.1",
      "224.0.0.1",
      "::1",
      "fe80::1",
      "198.51.100.3",
    );
    await addRecord(stack.api, zone, { name: "loop", type: "ANAME", value: "loop.example.net" });
    await bothAnswer("loop", "A", "198.51.100.3");
    assert.equal(await dig(stack.ns1, "loop.aname.test", "AAAA"), "");
    await addRecord(stack.api, zone, { name: "left", type: "ANAME", value: "right.aname.test" });
    await addRecord(stack.api, zone, { name: "right", type: "ANAME", value: "left.aname.test" });
    await addRecord(stack.api, zone, { name: "*", type: "A", value: "192.0.2.200" });
    await digUntil(stack.ns2, ["any.aname.test", "A"], (found) => found === "192.0.2.200");
    assert.equal(await rcode(stack.ns1, "left.aname.test", "A"), "NOERROR");
    assert.equal(await dig(stack.ns1, "left.aname.test", "A"), "", "no wildcard in its place");
  });
});
