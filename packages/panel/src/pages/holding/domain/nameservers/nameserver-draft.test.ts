import assert from "node:assert/strict";
import { test } from "node:test";
import { calls, parseInput, type Message, type NameserverMode } from "@atrio/contract";
import { answerOf, draftOf, faultsOf, inputOf, splitNames, spread } from "./nameserver-draft.ts";

const opened: [
  mode: NameserverMode,
  hasService: boolean,
  servers: string[],
  isDefault: boolean,
  shown: string[],
][] = [
  ["defaultDNS", true, ["ns1.atrio.test", "ns2.atrio.test"], true, ["", ""]],
  ["defaultDNS", false, ["ns1.atrio.test", "ns2.atrio.test"], false, ["ns1.atrio.test", "ns2.atrio.test"]],
  ["setDNS", true, ["a.test", "b.test", "c.test"], false, ["a.test", "b.test", "c.test"]],
  ["mantenerDNS", true, ["a.test"], false, ["a.test", ""]],
  ["mantenerDNS", false, [], false, ["", ""]],
];
for (const [mode, hasService, servers, isDefault, shown] of opened)
  test(`it opens for ${mode}, ${hasService ? "with" : "without"} a service, with ${servers.length} servers`, () =>
    assert.deepEqual(draftOf({ dns: mode }, servers, hasService), { isDefault, servers: shown }));

const keyOf = (message: Message | null) =>
  message === null || typeof message === "string" ? message : message.key;
const faults: [servers: string[], expected: (string | null)[] | null][] = [
  [["ns1.a.test", "ns2.a.test"], null],
  [["ns1.a.test", "ns2.a.test", ""], null],
  [["NS1.a.test.", "ns2.a.test"], null],
  [
    ["ns1.a.test", ""],
    [null, "main.required"],
  ],
  [
    ["ns1.a.test", "NS1.A.test"],
    [null, "nameserver.repeated"],
  ],
  [
    ["192.0.2.1", "ns2.a.test"],
    ["dns.name.address", null],
  ],
  [
    ["localhost", "a b.test"],
    ["dns.name.incomplete", "dns.name.characters"],
  ],
];
for (const [servers, expected] of faults)
  test(`${servers.join(", ")}: ${expected?.join(", ") ?? "nothing wrong"}`, () =>
    assert.deepEqual(faultsOf({ isDefault: false, servers })?.map(keyOf) ?? null, expected));

test("the provider's own are not looked at", () =>
  assert.equal(faultsOf({ isDefault: true, servers: ["", ""] }), null));

test("what is sent is what the contract takes", () => {
  for (const draft of [
    { isDefault: true, servers: ["", ""] },
    { isDefault: false, servers: [" ns1.a.test ", "ns2.a.test", ""] },
  ]) {
    const entries = Object.entries(inputOf(draft)).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, one] as const),
    );
    const parsed = parseInput(calls.nameserverEdit, entries);
    assert.ok(parsed.ok, JSON.stringify(parsed));
  }
});

const pasted: [text: string, names: string[]][] = [
  ["ns1.a.test", ["ns1.a.test"]],
  ["ns1.a.test\nns2.a.test\r\n", ["ns1.a.test", "ns2.a.test"]],
  ["ns1.a.test, ns2.a.test; ns3.a.test", ["ns1.a.test", "ns2.a.test", "ns3.a.test"]],
  ["  ", []],
];
for (const [text, names] of pasted)
  test(`pasted: ${JSON.stringify(text)}`, () => assert.deepEqual(splitNames(text), names));

test("several names go on in the fields after, no further than there may be any", () => {
  assert.deepEqual(spread(["", ""], 0, ["a", "b", "c"], 7), ["a", "b", "c"]);
  assert.deepEqual(spread(["x", "", "y"], 1, ["a", "b"], 7), ["x", "a", "b"]);
  assert.deepEqual(spread(["x", ""], 1, ["a", "b", "c"], 3), ["x", "a", "b"]);
});

test("an answer is found however the name was typed", () => {
  const answer = { name: "ns1.a.test", addresses: [], error: null, answers: true };
  const check = { servers: [answer], lost: [], lostTotal: 0, breaksDnssec: false };
  assert.equal(answerOf(check, " NS1.a.test. "), answer);
  assert.equal(answerOf(check, "ns2.a.test"), undefined);
  assert.equal(answerOf(check, "not a name"), undefined);
});
