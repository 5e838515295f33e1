import assert from "node:assert/strict";
import { type Socket, createSocket } from "node:dgram";
import { once } from "node:events";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import packet from "dns-packet";
import { DnsClient } from "./dns-client.ts";
import { Secondary } from "./secondary.ts";

const opcodes = 0b1111 << 11;
const notify = 4 << 11;

/** A secondary that fetches a zone at the nth NOTIFY for it. */
let socket: Socket;
let client: DnsClient;
let secondary: Secondary;
let fetchesAt = 1;
let primarySerial = 1;
const notified: string[] = [];
const serials = new Map<string, number>();

function receive(question: Buffer): Buffer | null {
  const { id = 0, flags = 0, questions = [] } = packet.decode(question);
  const zone = questions[0]?.name ?? "";
  if ((flags & opcodes) === notify) {
    notified.push(zone);
    if (notified.filter((name) => name === zone).length >= fetchesAt) serials.set(zone, primarySerial);
    return null;
  }
  const serial = serials.get(zone);
  const numbers = { refresh: 1, retry: 1, expire: 1, minimum: 1 };
  return packet.encode({
    type: "response",
    id,
    questions,
    answers:
      serial === undefined
        ? []
        : [{ type: "SOA", name: zone, ttl: 1, data: { mname: "a", rname: "b", serial, ...numbers } }],
  });
}

before(async () => {
  socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    const answer = receive(question);
    if (answer) socket.send(answer, from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
});
beforeEach(() => {
  notified.length = 0;
  serials.clear();
  client = new DnsClient();
  secondary = new Secondary(client, { host: "127.0.0.1", port: socket.address().port });
});
after(() => socket.close());

async function untilCaughtUp(): Promise<void> {
  for (let tries = 0; secondary.behind > 0; tries++) {
    assert.ok(tries < 400, "the secondary is still behind");
    await sleep(10);
  }
  secondary.stop();
  client.close();
}

test("a NOTIFY that is heeded is sent once", async () => {
  [fetchesAt, primarySerial] = [1, 10];
  secondary.tell("a.test", 10);
  await untilCaughtUp();
  assert.deepEqual(notified, ["a.test"]);
});

test("a NOTIFY that is lost is sent again", async () => {
  [fetchesAt, primarySerial] = [3, 10];
  secondary.tell("a.test", 10);
  await untilCaughtUp();
  assert.equal(notified.length, 3);
});

test("a change during the transfer of the one before is told at once", async () => {
  [fetchesAt, primarySerial] = [2, 11];
  secondary.tell("a.test", 10);
  secondary.tell("a.test", 11);
  await untilCaughtUp();
  assert.equal(serials.get("a.test"), 11);
  assert.equal(notified.length, 2);
});

test("thousands of zones are told a few at a time, each of them", async () => {
  [fetchesAt, primarySerial] = [1, 10];
  for (let n = 0; n < 500; n++) secondary.tell(`z${n}.test`, 10);
  await sleep(10);
  assert.ok(notified.length <= 64, `${notified.length} NOTIFYs at once`);
  await untilCaughtUp();
  assert.equal(new Set(notified).size, 500);
});

test("a zone that is removed is no longer waited for", async () => {
  [fetchesAt, primarySerial] = [99, 10];
  secondary.tell("a.test", 10);
  secondary.forget("a.test");
  await untilCaughtUp();
});
