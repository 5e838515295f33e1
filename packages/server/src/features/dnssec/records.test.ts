import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { permissionKeys } from "@atrio/contract";
import { sql } from "kysely";
import { type FakeNameServer, soa, startNameServer } from "../../../test/fake-name-server.ts";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault, startRegistrar, type TestRegistrar } from "../../../test/registrar.ts";
import { dsDigest, keyTag } from "./keys.ts";

const everything = Object.fromEntries(permissionKeys.map((key) => [key, "write" as const]));
/** RFC 6605, 6.1. */
const publicKey = "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==";
const served = { flags: 257, protocol: 3, algorithm: 13, publicKey: Buffer.from(publicKey, "base64") };
const tag = keyTag(served);

let panel: TestApp;
let registrar: TestRegistrar;
let server: FakeNameServer;
let domains = 0;
/** What the name server shows of every zone. */
let showsKey = true;
let answers = true;

before(async () => {
  panel = await makeApp({ vault: openHandedVault });
  server = await startNameServer(({ name, type }) => {
    if (!answers) return null;
    if (type === "SOA") return { answers: [soa(name, 1)] };
    const key = { flags: served.flags, algorithm: served.algorithm, key: served.publicKey };
    return type === "DNSKEY" && showsKey ? { answers: [{ type, name, ttl: 60, data: key }] } : {};
  });
  const { address, port } = server;
  for (const [at, name] of ["ns1.example.net", "ns2.example.net"].entries())
    await panel.db
      .insertInto("atrio.name_server")
      .values({ position: at + 1, name, address, port })
      .execute();
  await sql`insert into registry.tld (name, mode) values ('llaves', 'key')`.execute(panel.db);
  await sql`insert into registry.tld (name, mode) values ('unsigned', 'none')`.execute(panel.db);
  registrar = startRegistrar(panel);
});
after(async () => {
  await registrar.stop();
  await panel.stop();
  await server.close();
});

async function owned(tld = "test"): Promise<{ id: number; name: string; owner: TestUser }> {
  const name = `domain${++domains}.${tld}`;
  const { id } = await panel.addDomain(name);
  return { id, name, owner: await panel.asUser({ [id]: everything }) };
}
const digestOf = (name: string, type = 2) => ({
  keytag: String(tag),
  algorithm: "13",
  digesttype: String(type),
  digest: dsDigest(name, served, type)!.toLowerCase(),
});
const key = { flags: "257", protocols: "3", algorithm: "13", digest: publicKey };
const say = async (
  owner: TestUser,
  id: number,
  input: Parameters<typeof owner.call<"dnssecCreate">>[1]["input"],
) => {
  const reply = await owner.call("dnssecCreate", { params: { id }, input: input! });
  return { ...reply, said: [...reply.system.errors, ...reply.system.info].join() };
};

const record = (at: number) => ({ ...digestOf("x.test"), keytag: String(at) });

describe("records by hand", () => {
  it("are offered as the registry takes them", async () => {
    const { id, owner } = await owned();
    const { data } = await owner.call("dnssecCreateInit", { params: { id } });
    assert.deepEqual(data, {
      type: "digest",
      algorithms: [8, 10, 13, 14, 15, 16],
      digestTypes: [2, 4],
      flags: [],
      protocols: [],
    });
    const other = await owned("llaves");
    const offered = await other.owner.call("dnssecCreateInit", { params: { id: other.id } });
    assert.deepEqual(
      [offered.data.type, offered.data.digestTypes, offered.data.flags, offered.data.protocols],
      ["pubkey", [], [256, 257], [3]],
    );
    const none = await owned("unsigned");
    assert.equal((await none.owner.call("dnssecCreateInit", { params: { id: none.id } })).status, 409);
  });

  it("go to the registry and come back, by delete and by undo", async () => {
    const { id, name, owner } = await owned();
    const made = await say(owner, id, digestOf(name));
    assert.equal(made.status, 200, made.body + registrar.lines.join("\n"));
    assert.match(made.said, /24 horas/);
    const list = async () => (await owner.call("dnssecList", { params: { id } })).data.dnssec;
    assert.deepEqual(await list(), [made.data.dnssec]);
    const dnssecId = made.data.dnssec.id;
    assert.equal((await say(owner, id, digestOf(name))).status, 409);
    const gone = await owner.call("dnssecDelete", { params: { id, dnssecId } });
    assert.deepEqual([gone.status, await list()], [200, []]);
    const undone = await owner.call("domainUndo", { params: { id, jid: gone.data.undo ?? 0 } });
    assert.equal(undone.status, 200, undone.body);
    const back = await list();
    assert.deepEqual(back, [{ ...made.data.dnssec, id: back[0]?.id }]);
    assert.equal((await owner.call("dnssecDelete", { params: { id, dnssecId: 999_999 } })).status, 404);
  });

  it("of keys have the tag computed", async () => {
    const { id, owner } = await owned("llaves");
    const made = await say(owner, id, key);
    assert.deepEqual([made.status, made.data.dnssec.keytag], [200, tag], made.body);
    const list = await owner.call("dnssecList", { params: { id } });
    assert.deepEqual(list.data.dnssec, [made.data.dnssec]);
  });

  it("are refused by the field where the registry would not take them", async () => {
    const { id, name, owner } = await owned();
    const other = await owned("llaves");
    const cases: [string[], RegExp, Awaited<ReturnType<typeof say>>][] = [
      [["digest"], /resumen/, await say(owner, id, key)],
      [["digest"], /clave pública/, await say(other.owner, other.id, digestOf(other.name))],
      [["digesttype"], /no admite/, await say(owner, id, { ...digestOf(name, 1) })],
      [["algorithm"], /no admite/, await say(owner, id, { ...digestOf(name), algorithm: "5" })],
      [
        ["digest"],
        /64 bytes y esta tiene 32/,
        await say(other.owner, other.id, { ...key, digest: `${"A".repeat(43)}=` }),
      ],
    ];
    for (const [inputs, says, reply] of cases) {
      assert.deepEqual([reply.status, reply.system.inputs], [422, inputs], reply.body);
      assert.match(reply.said, says);
    }
  });

  it("are compared with the keys that the name servers show", async () => {
    const { id, name, owner } = await owned();
    const wrong = { ...digestOf(name), digest: "00".repeat(32) };
    const reply = await say(owner, id, wrong);
    assert.deepEqual([reply.status, reply.system.inputs], [422, ["digest"]]);
    assert.match(reply.said, /resumen es otro/);
    const otherKey = await say(owner, id, { ...wrong, keytag: "1" });
    assert.equal(otherKey.status, 200);
    assert.match(otherKey.said, /ningún servidor DNS muestra la clave 1/);
    showsKey = false;
    assert.match((await say(owner, id, digestOf(name, 4))).said, /ningún servidor DNS/);
    showsKey = true;
  });

  it("that would cut the domain off are told of before they are placed", async () => {
    const { id, name, owner } = await owned();
    const check = async (input: ReturnType<typeof digestOf>) => {
      const reply = await owner.call("dnssecCheck", { params: { id }, input });
      assert.equal(reply.status, 200, reply.body);
      return reply.data.risk;
    };
    const other = { ...digestOf(name), keytag: "1" };
    assert.equal(await check(digestOf(name)), null);
    assert.match((await check(other)) ?? "", /muestra la clave 1\..*correo no llegaría/);
    showsKey = false;
    assert.match((await check(digestOf(name))) ?? "", /Ningún servidor DNS/);
    answers = false;
    assert.match((await check(digestOf(name))) ?? "", /no responden/);
    assert.match((await say(owner, id, digestOf(name))).said, /sin comprobar/);
    // it holds no worse with a second one
    assert.equal(await check(other), null);
    showsKey = true;
    answers = true;
    assert.equal(await check(other), null);
    const { dnssec } = (await owner.call("dnssecList", { params: { id } })).data;
    assert.deepEqual(
      dnssec.map(({ keytag }) => keytag),
      [tag],
    );
    for (const [input, wrong] of [
      ["digesttype", digestOf(name, 1)],
      ["digest", { ...digestOf(name), digest: "00".repeat(32) }],
    ] as const) {
      const reply = await owner.call("dnssecCheck", { params: { id }, input: wrong });
      assert.deepEqual([reply.status, reply.system.inputs], [422, [input]], reply.body);
    }
  });

  it("are not more than the registry takes, and two at once are one", async () => {
    const { id, owner } = await owned();
    const replies = await Promise.all([say(owner, id, record(1)), say(owner, id, record(1))]);
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    for (let at = 2; at <= 8; at++) assert.equal((await say(owner, id, record(at))).status, 200);
    const more = await say(owner, id, record(9));
    assert.equal(more.status, 409);
    assert.match(more.said, /no admite más/);
  });

  it("stay as they are while the switch is at work", async () => {
    const { id, name, owner } = await owned();
    await sql`insert into atrio.dnssec_switch (holding_id, wanted, step) values (${id}, true, 'signing')`.execute(
      panel.db,
    );
    const reply = await say(owner, id, digestOf(name));
    assert.equal(reply.status, 409);
    assert.match(reply.said, /Espera/);
  });
});
