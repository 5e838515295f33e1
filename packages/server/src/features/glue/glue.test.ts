import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { permissionKeys } from "@atrio/contract";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import type { Reply, TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault, startRegistrar, type TestRegistrar } from "../../../test/registrar.ts";

const everything = Object.fromEntries(permissionKeys.map((key) => [key, "write" as const]));

let panel: TestApp;
let registrar: TestRegistrar;
let domains = 0;

before(async () => {
  panel = await makeApp({ vault: openHandedVault });
  await sql`
    insert into registry.tld (name, glue_ipv4, glue_ipv6, max_hosts) values ('narrow', 'required', false, 2)`.execute(
    panel.db,
  );
  registrar = startRegistrar(panel);
});
after(async () => {
  await registrar.stop();
  await panel.stop();
});

async function owned(tld = "test"): Promise<{ id: number; name: string; owner: TestUser }> {
  const name = `domain${++domains}.${tld}`;
  const { id } = await panel.addDomain(name);
  return { id, name, owner: await panel.asUser({ [id]: everything }) };
}
const create = (owner: TestUser, id: number, input: { name: string; ip?: string; ipv6?: string }) =>
  owner.call("glueCreate", { params: { id }, input });
const list = async (owner: TestUser, id: number) =>
  (await owner.call("glueList", { params: { id } })).data.gluerecords;
const atRegistry = async (host: string): Promise<unknown> =>
  (
    await sql<{ addresses: string[] }>`
      select array(select host(a) from unnest(ipv4 || ipv6) a) as addresses from registry.host where name = ${host}`.execute(
      panel.db,
    )
  ).rows[0]?.addresses;
const refusedBy = (
  reply: Reply<"glueCreate" | "glueSave">,
  status: number,
  input: string,
  text: RegExp,
): void => {
  assert.deepEqual([reply.status, reply.system.inputs], [status, [input]], reply.body);
  assert.match(reply.system.errors.join(), text);
};

describe("glue", () => {
  it("is made, changed, deleted and brought back, at the registry too", async () => {
    const { id, name, owner } = await owned();
    const made = await create(owner, id, { name: "NS1", ip: "192.0.2.1", ipv6: "2001:DB8:0::1" });
    const { gluerecord } = made.data;
    assert.deepEqual({ ...gluerecord, id: 0 }, { id: 0, name: "ns1", ip: "192.0.2.1", ipv6: "2001:db8::1" });
    assert.deepEqual(await list(owner, id), [gluerecord]);
    assert.deepEqual(await atRegistry(`ns1.${name}`), ["192.0.2.1", "2001:db8::1"]);
    const params = { id, gid: gluerecord.id };
    const saved = await owner.call("glueSave", { params, input: { ip: "192.0.2.2", ipv6: "" } });
    assert.deepEqual(saved.data.gluerecord, { ...gluerecord, ip: "192.0.2.2", ipv6: null });
    const same = await owner.call("glueSave", { params, input: { ip: "192.0.2.2" } });
    assert.deepEqual([same.status, same.data.undo], [200, null]);
    const gone = await owner.call("glueDelete", { params });
    assert.deepEqual(
      [gone.status, await list(owner, id), await atRegistry(`ns1.${name}`)],
      [200, [], undefined],
    );
    const undone = await owner.call("domainUndo", { params: { id, jid: gone.data.undo ?? 0 } });
    assert.equal(undone.status, 200, undone.body);
    assert.deepEqual(await atRegistry(`ns1.${name}`), ["192.0.2.2"]);
    assert.equal((await owner.call("glueDelete", { params })).status, 404);
  });

  it("keeps the addresses that are not shown", async () => {
    const { id, name, owner } = await owned();
    const { gluerecord } = (await create(owner, id, { name: "ns1", ip: "192.0.2.1" })).data;
    await sql`update atrio.glue set ipv4 = '{192.0.2.1,192.0.2.7}' where id = ${gluerecord.id}`.execute(
      panel.db,
    );
    await sql`update registry.host set ipv4 = '{192.0.2.1,192.0.2.7}' where name = ${`ns1.${name}`}`.execute(
      panel.db,
    );
    const params = { id, gid: gluerecord.id };
    await owner.call("glueSave", { params, input: { ip: "192.0.2.3", ipv6: "2001:db8::3" } });
    assert.deepEqual(await atRegistry(`ns1.${name}`), ["192.0.2.3", "192.0.2.7", "2001:db8::3"]);
    await owner.call("glueSave", { params, input: { ip: "192.0.2.7", ipv6: "2001:db8::3" } });
    assert.deepEqual(await atRegistry(`ns1.${name}`), ["192.0.2.7", "2001:db8::3"]);
  });

  it("takes public addresses only, and says why not", async () => {
    const { id, owner } = await owned();
    refusedBy(
      await create(owner, id, { name: "ns1", ip: "10.0.0.1" }),
      422,
      "ip",
      /10\.0\.0\.1.*red privada/,
    );
    refusedBy(await create(owner, id, { name: "ns1", ip: "127.0.0.1" }), 422, "ip", /propia máquina/);
    refusedBy(await create(owner, id, { name: "ns1", ip: "8.8.8" }), 422, "ip", /^IP inválida$/);
    refusedBy(await create(owner, id, { name: "ns1", ipv6: "fe80::1" }), 422, "ipv6", /red local/);
    refusedBy(await create(owner, id, { name: "ns1" }), 422, "ip", /IPv4 o IPv6/);
  });

  it("takes names strictly below the domain", async () => {
    const { id, name, owner } = await owned();
    refusedBy(await create(owner, id, { name, ip: "192.0.2.1" }), 422, "name", /por debajo de domain/);
    refusedBy(await create(owner, id, { name: "a_b", ip: "192.0.2.1" }), 422, "name", /a_b/);
    refusedBy(await create(owner, id, { name: "*.x", ip: "192.0.2.1" }), 422, "name", /\*/);
    const whole = await create(owner, id, { name: `NS1.dns.${name}.`, ip: "192.0.2.1" });
    assert.equal(whole.data.gluerecord.name, "ns1.dns");
    const idn = await create(owner, id, { name: "ñu", ip: "192.0.2.1" });
    assert.equal(idn.data.gluerecord.name, "ñu");
    refusedBy(await create(owner, id, { name: "NS1.dns", ip: "192.0.2.1" }), 409, "name", /ya existe/);
  });

  it("is what the registry takes", async () => {
    const { id, owner } = await owned("narrow");
    const ipv4 = await create(owner, id, { name: "ns1", ipv6: "2001:db8::1" });
    assert.deepEqual([ipv4.status, ipv4.system.inputs], [422, ["ip", "ipv6"]]);
    for (const name of ["ns1", "ns2"])
      assert.equal((await create(owner, id, { name, ip: "192.0.2.1" })).status, 200);
    const more = await create(owner, id, { name: "ns3", ip: "192.0.2.1" });
    assert.equal(more.status, 409, more.body);
    assert.match(more.system.errors.join(), /Elimina antes uno/);
  });

  it("of one name is made once, whoever is faster", async () => {
    const { id, name, owner } = await owned();
    const replies = await Promise.all(
      ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((ip) => create(owner, id, { name: "ns1", ip })),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409],
    );
    const made = replies.find(({ status }) => status === 200)?.data.gluerecord.ip;
    assert.deepEqual([await atRegistry(`ns1.${name}`)], [[made]]);
  });

  it("is not deleted while it is being put in use", async () => {
    const { id, name, owner } = await owned();
    const hosts = await Promise.all(
      ["ns1", "ns2"].map(
        async (host) => (await create(owner, id, { name: host, ip: "192.0.2.1" })).data.gluerecord,
      ),
    );
    const [used, deleted] = await Promise.all([
      owner.call("nameserverEdit", {
        params: { id },
        input: { "default-ns": "0", "dns[]": [`ns1.${name}`, `ns2.${name}`] },
      }),
      owner.call("glueDelete", { params: { id, gid: hosts[0]!.id } }),
    ]);
    assert.notEqual(used.status === 200, deleted.status === 200, `${used.body} ${deleted.body}`);
    for (const reply of [used, deleted]) assert.ok([200, 409, 422].includes(reply.status), reply.body);
  });

  it("of another domain is 404", async () => {
    const [one, other] = [await owned(), await owned()];
    const { gluerecord } = (await create(one.owner, one.id, { name: "ns1", ip: "192.0.2.1" })).data;
    const params = { id: other.id, gid: gluerecord.id };
    assert.equal((await other.owner.call("glueDelete", { params })).status, 404);
    assert.equal((await other.owner.call("glueSave", { params, input: { ip: "192.0.2.2" } })).status, 404);
  });
});
