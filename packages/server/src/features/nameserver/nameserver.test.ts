import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { permissionKeys } from "@atrio/contract";
import { sql } from "kysely";
import { type DnsPanel, makeDnsPanel } from "../../../test/dns.ts";
import {
  closedPort,
  type FakeNameServer,
  type Respond,
  soa,
  startNameServer,
} from "../../../test/fake-name-server.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault, startRegistrar, type TestRegistrar } from "../../../test/registrar.ts";
import { inChange } from "../../db/change.ts";
import { signZone } from "../dns/dnssec.ts";
import { candidatesOf } from "./candidate.ts";
import { type Found, isAlias, isSilent, isUnknown } from "./world.ts";

const everything = Object.fromEntries(permissionKeys.map((key) => [key, "write" as const]));

let dns: DnsPanel;
let registrar: TestRegistrar;
/** The world's host names. */
const world = new Map<string, Found | (() => Promise<Found>)>();
const asked: string[] = [];
const servers: FakeNameServer[] = [];
let domains = 0;

async function addServer(name: string, respond: Respond): Promise<FakeNameServer> {
  const server = await startNameServer(respond);
  servers.push(server);
  world.set(name, { places: [{ address: "127.0.0.1", port: server.port }] });
  return server;
}

before(async () => {
  dns = await makeDnsPanel({
    vault: openHandedVault,
    glueAllow: ["127.0.0.0/8", "192.0.2.0/24"],
    lookUp: async (name) => {
      asked.push(name);
      const found = world.get(name) ?? { error: isUnknown(name) };
      return typeof found === "function" ? found() : found;
    },
  });
  registrar = startRegistrar(dns.panel);
  world.set("a.example.net", { places: [{ address: "192.0.2.1", port: await closedPort() }] });
  world.set("b.example.net", { places: [{ address: "127.0.0.1", port: await closedPort() }] });
});
after(async () => {
  await registrar.stop();
  await dns.stop();
  await Promise.all(servers.map((server) => server.close()));
});

async function owned(
  given: { serviceKind?: "hosting" | null } = {},
): Promise<{ id: number; name: string; owner: TestUser }> {
  const name = `domain${++domains}.test`;
  const { id } = await dns.panel.addDomain(name, given);
  return { id, name, owner: await dns.panel.asUser({ [id]: everything }) };
}
const own = (...names: string[]) => ({ "default-ns": "0", "dns[]": names }) as const;
const twoOfTheWorld = own("a.example.net", "b.example.net");

describe("nameserverInit", () => {
  it("says which there are, and whether ours are offered", async () => {
    const { id, owner } = await owned();
    const { data } = await owner.call("nameserverInit", { params: { id } });
    assert.deepEqual([data.defaultDNSs, data.hasService], [["ns1.atrio.test", "ns2.atrio.test"], true]);
    const bare = await owned({ serviceKind: null });
    const reply = await bare.owner.call("nameserverInit", { params: { id: bare.id } });
    assert.deepEqual([reply.data.domainDNSs, reply.data.hasService], [[], false]);
  });
});

describe("nameserverEdit", () => {
  it("sets names that the world knows, and takes them back", async () => {
    const { id, owner } = await owned();
    const reply = await owner.call("nameserverEdit", { params: { id }, input: twoOfTheWorld });
    assert.equal(reply.status, 200, reply.body + registrar.lines.join("\n"));
    assert.deepEqual([reply.data.domain.dns, reply.data.domain.status], ["setDNS", "active"]);
    assert.match(reply.system.info.join(), /24 horas/);
    const { data } = await owner.call("nameserverInit", { params: { id } });
    assert.deepEqual(data.domainDNSs, ["a.example.net", "b.example.net"]);
    const again = await owner.call("nameserverEdit", {
      params: { id },
      input: own("b.example.net", "a.example.net"),
    });
    assert.equal(again.data.undo, null);
    world.set("e.example.net", { places: [{ address: "192.0.2.1", port: 53 }] });
    const input = own("a.example.net", "e.example.net");
    const third = await owner.call("nameserverEdit", { params: { id }, input });
    const jid = third.data.undo ?? 0;
    const undone = await owner.call("domainUndo", { params: { id, jid } });
    assert.equal(undone.status, 200, undone.body);
    const back = await owner.call("nameserverInit", { params: { id } });
    assert.deepEqual(back.data.domainDNSs, ["a.example.net", "b.example.net"]);
  });

  it("says that the parent's name server shows it, when it does", async () => {
    const { id, owner } = await owned();
    const { db } = dns.panel;
    let shows = true;
    const parent = await startNameServer(async ({ name, type }) => {
      const { name_servers: names } = await db
        .selectFrom("atrio.domain")
        .select("name_servers")
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      const authorities = names.map((data) => ({ type: "NS" as const, name, ttl: 300, data }));
      return type === "NS" && shows ? { authorities, authoritative: false } : {};
    });
    servers.push(parent);
    const { address, port } = parent;
    const row = { backend: "local", name: "nic.test", address, port };
    await db.insertInto("atrio.registry_server").values(row).execute();
    const seen = await owner.call("nameserverEdit", { params: { id }, input: twoOfTheWorld });
    assert.match(seen.system.info.join(), /^Publicado en el registro en 0,\d s.*24 horas/);
    shows = false;
    world.set("e.example.net", { places: [{ address: "192.0.2.1", port: 53 }] });
    const input = own("a.example.net", "e.example.net");
    const unseen = await owner.call("nameserverEdit", { params: { id }, input });
    assert.match(unseen.system.info.join(), /^Los servidores DNS se han cambiado/);
    await db.deleteFrom("atrio.registry_server").execute();
  });

  it("names the server and the remedy where one can't be a name server", async () => {
    const { id, name, owner } = await owned();
    world.set("alias.example.net", { error: isAlias("alias.example.net", "a.example.net") });
    world.set("silent.example.net", { error: isSilent("silent.example.net") });
    world.set("inner.example.net", { places: [{ address: "10.0.0.1", port: 53 }] });
    const cases: [string, RegExp][] = [
      ["gone.example.net", /gone\.example\.net.*no existe/],
      ["alias.example.net", /alias.*Usa a\.example\.net/],
      ["silent.example.net", /no responde.*Inténtalo/],
      ["inner.example.net", /10\.0\.0\.1.*no se llega/],
      [`ns1.${name}`, /glue record.*Créalo primero/],
      [name, /propio dominio/],
    ];
    for (const [server, says] of cases) {
      const reply = await owner.call("nameserverEdit", {
        params: { id },
        input: own("a.example.net", server),
      });
      assert.deepEqual([reply.status, reply.system.inputs], [422, ["dns[]"]], reply.body);
      assert.match(reply.system.errors.join(), says);
    }
  });

  it("takes names below the domain by their glue, which then can't be deleted", async () => {
    const { id, name, owner } = await owned();
    const create = (host: string) =>
      owner.call("glueCreate", { params: { id }, input: { name: host, ip: "192.0.2.53" } });
    const [first, second] = [await create("ns1"), await create("ns2")];
    asked.length = 0;
    const reply = await owner.call("nameserverEdit", {
      params: { id },
      input: own(`ns1.${name}`, `ns2.${name}`),
    });
    assert.deepEqual([reply.status, asked], [200, []], reply.body);
    const gid = first.data.gluerecord.id;
    const refused = await owner.call("glueDelete", { params: { id, gid } });
    assert.equal(refused.status, 409);
    assert.match(refused.system.errors.join(), /Cambia primero sus servidores DNS/);
    const other = await owned();
    await other.owner.call("nameserverEdit", {
      params: { id: other.id },
      input: own(`ns2.${name}`, "a.example.net"),
    });
    await owner.call("nameserverEdit", { params: { id }, input: twoOfTheWorld });
    assert.equal((await owner.call("glueDelete", { params: { id, gid } })).status, 200);
    const taken = await owner.call("glueDelete", { params: { id, gid: second.data.gluerecord.id } });
    assert.match(taken.system.errors.join(), /Otro dominio/);
    await dns.panel.grant(owner.id, other.id, { domain: "read" });
    const seen = await owner.call("glueDelete", { params: { id, gid: second.data.gluerecord.id } });
    assert.match(seen.system.errors.join(), new RegExp(`${other.name} usa`));
  });

  it("asks our own servers for names in our zones", async () => {
    const { id, owner } = await owned();
    const zone = await dns.addZone("ours.test");
    await zone.writer.call("dnsCreate", {
      params: { id: zone.id },
      input: { zona: "dns", type: "A", value: "192.0.2.9", ttl: "0" },
    });
    asked.length = 0;
    const found = await owner.call("nameserverCheck", {
      params: { id },
      input: own("dns.ours.test", "missing.ours.test"),
    });
    assert.deepEqual(
      found.data.servers.map(({ addresses, error }) => [addresses, error !== null]),
      [
        [["192.0.2.9"], false],
        [[], true],
      ],
    );
    assert.deepEqual(asked, []);
  });

  it("offers ours only to a domain with a service", async () => {
    const { id, owner } = await owned({ serviceKind: null });
    for (const call of ["nameserverEdit", "nameserverCheck"] as const) {
      const reply = await owner.call(call, { params: { id }, input: { "default-ns": "1" } });
      assert.deepEqual([reply.status, reply.system.inputs], [422, ["default-ns"]]);
    }
  });

  it("is refused while another one waits, and looks nothing up for a blocked domain", async () => {
    const { id, owner } = await owned();
    const replies = await Promise.all([
      owner.call("nameserverEdit", { params: { id }, input: twoOfTheWorld }),
      owner.call("domainToggleBlock", { params: { id }, input: { value: "1" } }),
    ]);
    for (const { status, body } of replies) assert.ok(status === 200 || status === 409, body);
    await owner.call("domainToggleBlock", { params: { id }, input: { value: "1" } });
    asked.length = 0;
    const blocked = await owner.call("nameserverEdit", {
      params: { id },
      input: own("a.example.net", "gone.example.net"),
    });
    assert.deepEqual([blocked.status, asked], [409, []]);
  });

  it("makes us ask the world so often and no more", async () => {
    const { id, owner } = await owned();
    await dns.panel.db
      .insertInto("atrio.attempt")
      .values(Array.from({ length: 60 }, () => ({ subject: `nameserver:user:${owner.id}` })))
      .execute();
    const reply = await owner.call("nameserverEdit", { params: { id }, input: twoOfTheWorld });
    assert.equal(reply.status, 429);
  });
});

const many = (address: (n: number) => string) => Array.from({ length: 1_000 }, (_, n) => address(n));

describe("nameserverCheck", () => {
  it("knows of a name that has thousands of addresses the first of each kind", async () => {
    const addresses = [
      ...many((n) => `8.8.${n >> 8}.${n & 0xff}`),
      ...many((n) => `2a00:1450::${n.toString(16)}`),
    ];
    const lookUp = async () => ({ places: addresses.map((address) => ({ address, port: 53 })) });
    const around = { read: { db: dns.panel.db }, domain: "some.test", rule: () => undefined, lookUp };
    const [found] = await candidatesOf(["many.example.net"], around);
    const few = ["8.8.0.0", "8.8.0.1", "2a00:1450::0", "2a00:1450::1"];
    assert.deepEqual([found?.addresses, found?.servers.map(({ address }) => address)], [few, few]);
  });

  it("is one at a time for each user", async () => {
    const { id, owner } = await owned();
    const input = own("a.example.net", "slow.example.net");
    let [atWork, most] = [0, 0];
    world.set("slow.example.net", async () => {
      most = Math.max(most, ++atWork);
      await sleep(50);
      atWork -= 1;
      return { error: isSilent("slow.example.net") };
    });
    const check = () => owner.call("nameserverCheck", { params: { id }, input });
    const replies = await Promise.all([check(), check(), check(), check(), check()]);
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 200, 200, 429, 429],
    );
    assert.equal(most, 1);
  });

  it("asks our own servers where they listen, and shows the addresses of their glue", async () => {
    const { id, owner, name } = await owned();
    const { db } = dns.panel;
    await owner.call("glueCreate", { params: { id }, input: { name: "ns9", ip: "192.0.2.99" } });
    const [first] = dns.servers;
    const row = { position: 9, name: `ns9.${name}`, address: "127.0.0.1", port: first!.port };
    await db.insertInto("atrio.name_server").values(row).execute();
    const input = own(row.name, "a.example.net");
    const { data } = await owner.call("nameserverCheck", { params: { id }, input });
    await db.deleteFrom("atrio.name_server").where("position", "=", 9).execute();
    assert.deepEqual(data.servers[0], {
      name: row.name,
      addresses: ["192.0.2.99"],
      error: null,
      answers: true,
    });
  });

  it("finds nothing lost at our own servers", async () => {
    const { id, owner } = await owned();
    const { data } = await owner.call("nameserverCheck", { params: { id }, input: { "default-ns": "1" } });
    assert.deepEqual(
      [data.servers.map(({ answers }) => answers), data.lostTotal, data.breaksDnssec],
      [[true, true], 0, false],
    );
  });

  it("counts all of the zone as lost where a server does not answer yet", async () => {
    const { id, owner } = await owned();
    const { data } = await owner.call("nameserverCheck", { params: { id }, input: twoOfTheWorld });
    assert.deepEqual(
      data.servers.map(({ answers, error }) => [answers, error]),
      [
        [false, null],
        [false, null],
      ],
    );
    assert.ok(data.lostTotal >= 5 && data.lost.length === data.lostTotal, JSON.stringify(data));
  });

  it("names mail first, in a zone of which not all can be asked for", async () => {
    const { id, name, owner } = await owned();
    await sql`
      insert into atrio.dns_record (zone_id, holding_id, name, type, value)
      select id, holding_id, '_a' || n || '.' || name, 'A', '192.0.2.1'
        from atrio.dns_zone, generate_series(1, 300) n where holding_id = ${id}`.execute(dns.panel.db);
    const { data } = await owner.call("nameserverCheck", { params: { id }, input: twoOfTheWorld });
    assert.deepEqual([data.lost[0]?.name, data.lost[0]?.type], [name, "MX"]);
    assert.match(data.lost[0]!.value, /^10 /);
    assert.equal(data.lost.at(-1)?.type, "A");
  });

  it("lists what a server lacks or answers otherwise, and a DS that would fit none of its keys", async () => {
    const { id, name, owner } = await owned();
    const answers: Respond = ({ type, name: question }) => {
      if (type === "SOA") return { answers: [soa(name, 1)] };
      if (type === "A" && question === name)
        return { answers: [{ type, name, ttl: 60, data: "192.0.2.10" }] };
      if (type === "CNAME") return { answers: [{ type, name: question, ttl: 60, data: "elsewhere.test" }] };
      return {};
    };
    await addServer("c.example.net", answers);
    await addServer("d.example.net", answers);
    const input = own("c.example.net", "d.example.net");
    const { data } = await owner.call("nameserverCheck", { params: { id }, input });
    assert.deepEqual(
      data.servers.map((server) => server.answers),
      [true, true],
    );
    const lost = data.lost.map(({ name: at, type }) => `${at} ${type}`);
    assert.ok(lost.includes(`www.${name} CNAME`) && lost.includes(`${name} MX`), lost.join());
    assert.ok(!lost.includes(`${name} A`));
    assert.equal(data.breaksDnssec, false);
    const ds = { keytag: "60485", algorithm: "13", digesttype: "2", digest: "ab".repeat(32) };
    await owner.call("dnssecCreate", { params: { id }, input: ds });
    const broken = await owner.call("nameserverCheck", { params: { id }, input });
    assert.equal(broken.data.breaksDnssec, true);
  });

  it("counts the DS of a switch that is at work, and the domain stays while it is turned on", async () => {
    const { id, name, owner } = await owned();
    const { db } = dns.panel;
    for (const server of ["f.example.net", "g.example.net"])
      await addServer(server, ({ type }) => (type === "SOA" ? { answers: [soa(name, 1)] } : {}));
    const input = own("f.example.net", "g.example.net");
    const breaks = async () =>
      (await owner.call("nameserverCheck", { params: { id }, input })).data.breaksDnssec;
    const actor = { source: "command", userId: null, username: null, ip: null, requestId: null } as const;
    await inChange(db, actor, (change) => signZone(change, name));
    assert.equal(await breaks(), false);
    await sql`insert into atrio.dnssec_switch (holding_id, wanted, step) values (${id}, true, 'publishing')`.execute(
      db,
    );
    assert.equal(await breaks(), true);
    const refused = await owner.call("nameserverEdit", { params: { id }, input });
    assert.equal(refused.status, 409, refused.body);
    assert.match(refused.body, /DNSSEC se está activando/);
    await sql`update atrio.dnssec_switch set wanted = false, step = 'withdrawing' where holding_id = ${id}`.execute(
      db,
    );
    assert.equal(await breaks(), true);
    assert.equal((await owner.call("nameserverEdit", { params: { id }, input })).status, 200);
  });
});
