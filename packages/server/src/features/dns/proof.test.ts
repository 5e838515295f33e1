import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Question } from "dns-packet";
import {
  type Answers,
  type Respond,
  closedPort,
  soa,
  startNameServer,
} from "../../../test/fake-name-server.ts";
import { translate } from "../../http/language.ts";
import { askNameServers, tellProof } from "./proof.ts";
import { type Search, type ExpectedRecord, reachesSerial } from "./shown.ts";

const zone = "example.test";
const record = (part: Partial<ExpectedRecord> = {}): ExpectedRecord => ({
  name: `www.${zone}`,
  type: "A",
  value: "192.0.2.1",
  priority: null,
  ttl: 0,
  ...part,
});
const expect = (part: Partial<Search> = {}): Search => ({
  zone,
  serial: 100,
  shown: [record()],
  gone: [],
  addressesOf: async () => ["2001:db8::1"],
  ...part,
});
const a = (address: string, ttl = 300): Answer => ({ type: "A", name: `www.${zone}`, ttl, data: address });

async function server(t: TestContext, name: string, respond: Respond) {
  const fake = await startNameServer(respond);
  t.after(() => fake.close());
  return { name, address: fake.address, port: fake.port, questions: fake.questions };
}
/** Says SOA with this serial, and these records to every other question. */
const says =
  (serial: number, ...answers: Answer[]) =>
  ({ type }: Question): Answers =>
    type === "SOA"
      ? { answers: [soa(zone, serial)] }
      : { answers: answers.filter((one) => one.type === type) };

test("both show it at once", async (t) => {
  const servers = [
    await server(t, "ns1.example.net", says(100, a("192.0.2.1"))),
    await server(t, "ns2.example.net", says(107, a("192.0.2.9"), a("192.0.2.1"))),
  ];
  const proof = await askNameServers(servers, expect());
  assert.deepEqual(proof.live, ["ns1.example.net", "ns2.example.net"]);
  assert.deepEqual(proof.missing, []);
  assert.ok(proof.milliseconds < 500, `${proof.milliseconds} ms`);
});

test("a late server is waited for", async (t) => {
  let started = Infinity;
  const late = await server(t, "ns2", (question) =>
    says(performance.now() - started > 300 ? 100 : 99, a("192.0.2.1"))(question),
  );
  started = performance.now();
  const proof = await askNameServers([late], expect());
  assert.deepEqual(proof.live, ["ns2"]);
  assert.ok(proof.milliseconds >= 290 && proof.milliseconds < 900, `${proof.milliseconds} ms`);
});

test("a silent server is given up at the deadline, and hides no other", async (t) => {
  const silent = await server(t, "ns2", () => null);
  const proof = await askNameServers(
    [await server(t, "ns1", says(100, a("192.0.2.1"))), silent],
    expect(),
    400,
  );
  assert.deepEqual([proof.live, proof.missing], [["ns1"], ["ns2"]]);
  assert.ok(proof.milliseconds >= 390 && proof.milliseconds < 1_000, `${proof.milliseconds} ms`);
  assert.ok(silent.questions.length >= 2, "a lost datagram is sent again");
});

test("a refused port is given up at once", async () => {
  const port = await closedPort();
  const proof = await askNameServers([{ name: "ns1", address: "127.0.0.1", port }], expect());
  assert.deepEqual(proof.missing, ["ns1"]);
  assert.ok(proof.milliseconds < 500, `${proof.milliseconds} ms`);
});

const unseen: [string, Respond, Search][] = [
  ["an old serial", says(99, a("192.0.2.1")), expect()],
  ["another value", says(100, a("192.0.2.2")), expect()],
  ["another TTL", says(100, a("192.0.2.1", 300)), expect({ shown: [record({ ttl: 600 })] })],
  ["no record", says(100), expect()],
  [
    "a text that is cut elsewhere",
    says(100, { type: "TXT", name: `www.${zone}`, data: ["txtvers=1path=/"] }),
    expect({ shown: [record({ type: "TXT", value: "txtvers=1\npath=/" })] }),
  ],
  ["the old record still there", says(100, a("192.0.2.1")), expect({ shown: [], gone: [record()] })],
  [
    "an answer that is not the server's own",
    (question) => ({ ...says(100, a("192.0.2.1"))(question), authoritative: false }),
    expect(),
  ],
  ["an ANAME without addresses", says(100), expect({ shown: [record({ type: "ANAME", value: "x.test" })] })],
];
for (const [what, respond, expected] of unseen)
  test(`not seen: ${what}`, async (t) => {
    const proof = await askNameServers([await server(t, "ns1", respond)], expected, 150);
    assert.deepEqual(proof.missing, ["ns1"]);
  });

const shown: [string, ExpectedRecord, Answer][] = [
  [
    "AAAA in any spelling",
    record({ type: "AAAA", value: "2001:db8::1" }),
    { type: "AAAA", name: `www.${zone}`, data: "2001:0db8:0:0:0:0:0:1" },
  ],
  [
    "CNAME in any case",
    record({ type: "CNAME", value: "target.test" }),
    { type: "CNAME", name: `WWW.${zone}`, data: "Target.TEST" },
  ],
  [
    "MX",
    record({ type: "MX", value: "mail.test", priority: 10 }),
    { type: "MX", name: `www.${zone}`, data: { preference: 10, exchange: "mail.test" } },
  ],
  [
    "null MX",
    record({ type: "MX", value: ".", priority: 0 }),
    { type: "MX", name: `www.${zone}`, data: { preference: 0, exchange: "." } },
  ],
  [
    "SRV",
    record({ type: "SRV", value: "5 5060 sip.test", priority: 20 }),
    { type: "SRV", name: `www.${zone}`, data: { priority: 20, weight: 5, port: 5060, target: "sip.test" } },
  ],
  [
    "CAA",
    record({ type: "CAA", value: '128 issue "ca.test; a=b"' }),
    {
      type: "CAA",
      name: `www.${zone}`,
      data: { flags: 128, issuerCritical: true, tag: "issue", value: "ca.test; a=b" },
    },
  ],
  [
    "TXT in its strings",
    record({ type: "TXT", value: "txtvers=1\n\npath=/" }),
    { type: "TXT", name: `www.${zone}`, data: ["txtvers=1", "", "path=/"] },
  ],
  [
    "long TXT in strings, bytes and all",
    record({ type: "TXT", value: `ñ"\\${"x".repeat(300)}` }),
    { type: "TXT", name: `www.${zone}`, data: [`ñ"\\${"x".repeat(251)}`, "x".repeat(49)] },
  ],
];
for (const [what, expected, answer] of shown)
  test(`seen: ${what}`, async (t) => {
    const ns1 = await server(t, "ns1", says(100, answer));
    assert.deepEqual((await askNameServers([ns1], expect({ shown: [expected] }), 300)).live, ["ns1"]);
    assert.deepEqual((await askNameServers([ns1], expect({ shown: [], gone: [expected] }), 60)).live, []);
  });

test("an ANAME shows as the addresses of its target, and is gone with them", async (t) => {
  const aname = record({ type: "ANAME", value: "target.test" });
  const with6 = await server(t, "ns1", says(100, { type: "AAAA", name: aname.name, data: "2001:db8::1" }));
  assert.deepEqual((await askNameServers([with6], expect({ shown: [aname] }), 200)).live, ["ns1"]);
  const without = await server(t, "ns1", says(100));
  assert.deepEqual((await askNameServers([without], expect({ shown: [], gone: [aname] }), 200)).live, [
    "ns1",
  ]);
});

test("an ANAME is not live with the addresses of an earlier target, nor before its target was asked", async (t) => {
  const aname = record({ type: "ANAME", value: "target.test" });
  const earlier = await server(t, "ns1", says(100, { type: "AAAA", name: aname.name, data: "2001:db8::9" }));
  assert.deepEqual((await askNameServers([earlier], expect({ shown: [aname] }), 60)).live, []);
  const unasked = expect({ shown: [aname], addressesOf: async () => null });
  assert.deepEqual((await askNameServers([earlier], unasked, 60)).live, []);
});

test("an ANAME whose target has no address shows none, and that is what is expected", async (t) => {
  const aname = record({ type: "ANAME", value: "target.test" });
  const empty = expect({ shown: [aname], addressesOf: async () => [] });
  assert.deepEqual((await askNameServers([await server(t, "ns1", says(100))], empty)).live, ["ns1"]);
  const earlier = await server(t, "ns2", says(100, a("192.0.2.9")));
  assert.deepEqual((await askNameServers([earlier], empty, 60)).live, []);
});

test("a delegation and its addresses are found outside the answer section", async (t) => {
  const ns = record({ name: `lab.${zone}`, type: "NS", value: `ns1.lab.${zone}` });
  const glue = record({ name: `ns1.lab.${zone}`, value: "192.0.2.53" });
  const referral: Answers = {
    authoritative: false,
    authorities: [{ type: "NS", name: ns.name, data: ns.value }],
    additionals: [{ type: "A", name: glue.name, data: glue.value }],
  };
  const ns1 = await server(t, "ns1", ({ type }) =>
    type === "SOA" ? { answers: [soa(zone, 100)] } : referral,
  );
  assert.deepEqual((await askNameServers([ns1], expect({ shown: [ns, glue] }), 200)).live, ["ns1"]);
});

test("an answer that does not fit is fetched by TCP", async (t) => {
  const big = Array.from({ length: 200 }, (_, n): Answer => a(`192.0.2.${n}`));
  const ns1 = await server(t, "ns1", (question, transport) =>
    question.type === "SOA" || transport === "tcp" ? says(100, ...big)(question) : { truncated: true },
  );
  assert.deepEqual((await askNameServers([ns1], expect())).live, ["ns1"]);
  assert.ok(ns1.questions.includes(`tcp www.${zone} A`));
});

test("many records are proved by the serial alone", async (t) => {
  const ns1 = await server(t, "ns1", says(100));
  await askNameServers([ns1], expect({ shown: [] }));
  assert.deepEqual(ns1.questions, [`udp ${zone} SOA`]);
});

test("a server that no route leads to is missing, and nothing is asked there again", async () => {
  // a datagram socket may not connect to the broadcast address: fails alike where a machine has no IPv6
  const unreachable = { name: "ns9", address: "255.255.255.255", port: 53 };
  assert.deepEqual((await askNameServers([unreachable], expect(), 500)).missing, ["ns9"]);
  await sleep(600);
});

test("serials wrap round", () => {
  assert.ok(reachesSerial(100, 100) && reachesSerial(101, 100) && reachesSerial(5, 4294967290));
  assert.ok(!reachesSerial(99, 100) && !reachesSerial(4294967290, 5));
});

const tell = (live: string[], missing: string[], milliseconds: number) =>
  (["es", "en"] as const).map((language) =>
    translate(language, tellProof({ live, missing, milliseconds }, language)),
  );

test("the toast says what was seen", () => {
  const [ns1, ns2] = ["ns1.atrio.test", "ns2.atrio.test"];
  assert.deepEqual(tell([ns1, ns2], [], 130), ["Activo en ns1 y ns2 (0,2 s)", "Live on ns1 and ns2 (0.2 s)"]);
  assert.deepEqual(tell([ns1], [ns2], 1500), [
    "Activo en ns1; ns2 aún no lo muestra",
    "Live on ns1; ns2 does not show it yet",
  ]);
  assert.deepEqual(tell([], [ns1, ns2], 1500), [
    "Guardado; ningún servidor de nombres lo muestra todavía",
    "Saved; no name server has shown it yet",
  ]);
  assert.deepEqual(tell(["ns.a.test", "ns.b.test"], [], 1)[1], "Live on ns.a.test and ns.b.test (0.1 s)");
  assert.deepEqual(tell([], [], 0), ["Guardado", "Saved"]);
});
