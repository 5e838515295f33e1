/** ANAME targets: those in zones kept here at the commit, those elsewhere with all their addresses and no doubt taken for "none". */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "dns-packet";
import { openDatabase } from "../../packages/server/src/db/pool.ts";
import {
  findEmptyAname,
  nameServers,
  searchFor,
} from "../../packages/server/src/features/dns/expectation.ts";
import { askNameServers } from "../../packages/server/src/features/dns/proof.ts";
import { type FakeNameServer, startNameServer } from "../../packages/server/test/fake-name-server.ts";
import { dig, digUntil, serial } from "./ask.ts";
import { type Stack, type Zone, addRecord, addZone, startStack } from "./stack.ts";

/** What the system's resolver says: addresses, or nothing at all. What doesn't fit goes by TCP only. */
const world = new Map<string, readonly string[] | "silent">();
let tcpWorks = true;
const fitting = 20;

let resolver: FakeNameServer;
let stack: Stack;
let customer: Zone;
let provider: Zone;

before(async () => {
  resolver = await startNameServer(({ name, type }, transport) => {
    const said = world.get(`${name} ${type}`) ?? world.get(name) ?? [];
    if (said === "silent" || (transport === "tcp" && !tcpWorks)) return null;
    if (transport === "udp" && said.length > fitting) return { truncated: true };
    const family = said.filter((address) => address.includes(":") === (type === "AAAA"));
    const answers = family.map((data): Answer => ({ type: type === "A" ? "A" : "AAAA", name, ttl: 5, data }));
    return { answers };
  });
  stack = await startStack({ resolvers: `${resolver.address}:${resolver.port}` });
  customer = await addZone(stack.db, "customer.test");
  provider = await addZone(stack.db, "provider.test");
});
after(async () => {
  await stack?.stop();
  await resolver?.close();
});

const add = (zone: Zone, name: string, type: string, value: string) =>
  addRecord(stack.api, zone, { name, type, value });
const setAddress = (zone: Zone, name: string, address: string) =>
  stack.api.query("update atrio.dns_record set value = $3 where zone_id = $1 and name = $2 and type = 'A'", [
    zone.id,
    `${name}.${zone.name}`,
    address,
  ]);

const askAgain = (name: string) =>
  stack.db.query("update atrio.dns_target set ask_again_at = now() where name = $1", [name]);
const published = async (...addresses: string[]) => {
  const { rows } = await stack.db.query<{ found: string }>(
    "select array_to_string(atrio.dns_published($1::inet[]), ' ') as found",
    [addresses],
  );
  return rows[0]!.found;
};
/** How many ANAMEs have this address. */
const show = async (address: string) => {
  const { rows } = await stack.db.query<{ shown: string }>(
    "select count(*) as shown from atrio.dns_aname_address where address = $1::inet",
    [address],
  );
  return Number(rows[0]!.shown);
};

/** Milliseconds until both name servers answer it. */
const untilBoth = async (name: string, type: "A" | "AAAA", wanted: string, timeout?: number) => {
  const took = [stack.ns1, stack.ns2].map((port) =>
    digUntil(port, [name, type], (found) => found === wanted, timeout),
  );
  return Math.max(...(await Promise.all(took)));
};

/** Changes an address time after time, and returns how long the fastest took to come through: the others had a busy machine. */
async function fastestOf(changes: number, name: string, change: (address: string) => Promise<unknown>) {
  let fastest = Infinity;
  for (let n = 1; n <= changes; n++) {
    const address = `192.0.2.${100 + n}`;
    await change(address);
    fastest = Math.min(fastest, await untilBoth(name, "A", address));
  }
  return fastest;
}

describe("a target in a zone kept here", () => {
  test("is followed within 250 ms, also in another zone", async (t) => {
    await add(provider, "web", "A", "192.0.2.100");
    await add(customer, "near", "A", "192.0.2.100");
    await add(customer, "far-alias", "ANAME", "web.provider.test");
    await add(customer, "near-alias", "ANAME", "near.customer.test");
    for (const [alias, zone, name] of [
      ["far-alias", provider, "web"],
      ["near-alias", customer, "near"],
    ] as const) {
      await untilBoth(`${alias}.customer.test`, "A", "192.0.2.100");
      const took = await fastestOf(6, `${alias}.customer.test`, (to) => setAddress(zone, name, to));
      t.diagnostic(`${alias}: ${Math.round(took)} ms`);
      assert.ok(took <= 250, `${took} ms`);
    }
  });

  test("is followed through CNAMEs, wildcards and other ANAMEs in further zones", async (t) => {
    const third = await addZone(stack.db, "third.test");
    await add(provider, "end", "A", "192.0.2.100");
    await add(third, "*", "CNAME", "end.provider.test");
    await add(third, "aname.of", "ANAME", "any.third.test");
    await add(third, "alias.of", "CNAME", "aname.of.third.test");
    await add(customer, "chain", "ANAME", "alias.of.third.test");
    await untilBoth("chain.customer.test", "A", "192.0.2.100");
    const took = await fastestOf(6, "chain.customer.test", (to) => setAddress(provider, "end", to));
    t.diagnostic(`${Math.round(took)} ms`);
    assert.ok(took <= 250, `${took} ms`);
    await stack.api.query("delete from atrio.dns_record where name = '*.third.test'");
    await untilBoth("chain.customer.test", "A", "", 3_000);
  });

  test("may have more addresses than fit in a datagram: 32 of both families are shown, and stay", async () => {
    await stack.api.query(
      `insert into atrio.dns_record (zone_id, holding_id, name, type, value)
       select $1::int, $2::bigint, 'many.provider.test', 'A', '192.0.2.' || n from generate_series(1, 100) n
       union all
       select $1::int, $2::bigint, 'many.provider.test', 'AAAA', '2001:db8::' || to_hex(n) from generate_series(1, 60) n`,
      [provider.id, provider.holdingId],
    );
    await add(customer, "many", "ANAME", "many.provider.test");
    await untilBoth(
      "many.customer.test",
      "A",
      lines(16, (n) => `192.0.2.${n}`),
    );
    await untilBoth(
      "many.customer.test",
      "AAAA",
      lines(16, (n) => `2001:db8::${n.toString(16)}`),
    );
    const before = await serial(stack.ns1, customer.name);
    await setAddress(provider, "web", "192.0.2.250");
    await stack.db.query(
      "update atrio.dns_target set ask_again_at = now() where name = 'many.provider.test'",
    );
    await untilBoth("far-alias.customer.test", "A", "192.0.2.250");
    await sleep(2_500);
    assert.equal(await serial(stack.ns1, customer.name), before + 1, "far-alias alone changed");
  });

  test("without an address is what the name servers are expected to show, at once", async () => {
    await add(customer, "empty", "ANAME", "nothing.provider.test");
    const read = { db: openDatabase(stack.api) };
    const record = {
      name: "empty.customer.test",
      type: "ANAME",
      value: "nothing.provider.test",
      priority: null,
      ttl: 0,
    } as const;
    const shown = {
      zone: customer.name,
      serial: await serial(stack.ns1, customer.name),
      shown: [record],
      gone: [],
    };
    const search = searchFor(read, shown);
    const { missing, milliseconds } = await askNameServers(await nameServers(read), search);
    assert.deepEqual(missing, [], `${milliseconds} ms`);
    assert.equal(await findEmptyAname(search), record);
    await add(provider, "nothing", "A", "192.0.2.7");
    await untilBoth(record.name, "A", "192.0.2.7");
    assert.equal(await findEmptyAname(search), null);
  });

  test("that others lead back to has no address, not one left over", async () => {
    await add(customer, "left", "ANAME", "web.provider.test");
    await add(customer, "right", "ANAME", "left.customer.test");
    await untilBoth("right.customer.test", "A", "192.0.2.250");
    await stack.api.query(
      "update atrio.dns_record set value = 'right.customer.test' where name = 'left.customer.test'",
    );
    for (const name of ["left", "right"]) await untilBoth(`${name}.customer.test`, "A", "", 3_000);
  });

  test("stays what it was for a name that comes later, until its zone says something else", async () => {
    world.set("www.later.test", ["198.51.100.50"]);
    await add(customer, "later", "ANAME", "www.later.test");
    await untilBoth("later.customer.test", "A", "198.51.100.50");
    const later = await addZone(stack.db, "later.test");
    await untilBoth("later.customer.test", "A", "192.0.2.80", 3_000);
    await stack.db.query("delete from atrio.dns_zone where id = $1", [later.id]);
    await untilBoth("later.customer.test", "A", "198.51.100.50", 3_000);
  });
});

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n + 1))
    .toSorted()
    .join("\n");

describe("a target elsewhere", () => {
  const addresses = Array.from({ length: 60 }, (_, n) => `198.51.100.${n + 1}`);

  test("is asked by TCP where the reply is cut off, and keeps its addresses where that fails", async () => {
    world.set("big.example.net", addresses);
    await add(customer, "big", "ANAME", "big.example.net");
    const wanted = lines(32, (n) => `198.51.100.${n}`);
    await untilBoth("big.customer.test", "A", wanted);
    assert.ok(resolver.questions.includes("tcp big.example.net A"));

    const serialBefore = await serial(stack.ns1, customer.name);
    world.set("big.example.net", addresses.toReversed());
    await askAgain("big.example.net");
    tcpWorks = false;
    const asked = resolver.questions.length;
    await askAgain("big.example.net");
    while (!resolver.questions.slice(asked).includes("tcp big.example.net A")) await sleep(20);
    await sleep(2_500);
    assert.equal(await dig(stack.ns1, "big.customer.test", "A"), wanted);
    assert.equal(await serial(stack.ns1, customer.name), serialBefore, "in any order it is the same set");
    tcpWorks = true;
  });

  test("keeps the addresses of a family that is not answered, and follows the other", async () => {
    world.set("half.example.net", ["198.51.100.1", "2001:db8:1::1"]);
    await add(customer, "half", "ANAME", "half.example.net");
    await untilBoth("half.customer.test", "AAAA", "2001:db8:1::1");
    world.set("half.example.net A", ["198.51.100.2"]);
    world.set("half.example.net AAAA", "silent");
    await askAgain("half.example.net");
    await untilBoth("half.customer.test", "A", "198.51.100.2");
    assert.equal(await dig(stack.ns2, "half.customer.test", "AAAA"), "2001:db8:1::1");
  });
});

test("addresses that mean the visitor's own machine or wire are not published", async () => {
  const refused = "0.0.0.0 0.1.2.3 127.0.0.1 127.9.9.9 169.254.169.254 224.0.0.1 255.255.255.255";
  assert.equal(
    await published(..."$ :: ::1 fe80::1 ff02::1 ::ffff:127.0.0.1".replace("$", refused).split(" ")),
    "",
  );
  const allowed = "8.8.8.8 10.0.0.1 192.0.2.1 192.168.1.1 2001:db8::1 fd00::1";
  assert.equal(await published(...allowed.split(" ").toReversed()), allowed);
});

describe("10,000 ANAMEs of one name", () => {
  const zones = 100;
  const anames = 10_000;

  test("follow it, and hold up no other change meanwhile", { timeout: 180_000 }, async (t) => {
    const perZone = anames / zones;
    const ids: Zone[] = [];
    for (let n = 0; n < zones; n++) ids.push(await addZone(stack.db, `z${n}.test`));
    await add(provider, "popular", "A", "192.0.2.10");
    for (const zone of ids)
      await stack.api.query(
        `insert into atrio.dns_record (zone_id, holding_id, name, type, value)
         select $1, $2, 'a' || n || '.' || $3, 'ANAME', 'popular.provider.test' from generate_series(1, $4) n`,
        [zone.id, zone.holdingId, zone.name, perZone],
      );
    const started = performance.now();
    while ((await show("192.0.2.10")) < anames) {
      assert.ok(performance.now() - started < 90_000, `${await show("192.0.2.10")} shown`);
      await sleep(100);
    }
    await setAddress(provider, "popular", "192.0.2.11");
    const changed = performance.now();
    const took = await fastestOf(3, "far-alias.customer.test", (to) => setAddress(provider, "web", to));
    t.diagnostic(`another ANAME meanwhile: ${Math.round(took)} ms, ${await show("192.0.2.11")} had followed`);
    while ((await show("192.0.2.11")) < anames) {
      assert.ok(performance.now() - changed < 90_000, `${await show("192.0.2.11")} followed`);
      await sleep(100);
    }
    t.diagnostic(`all followed after ${Math.round(performance.now() - changed)} ms`);
    assert.ok(took <= 500, `${took} ms`);
    await untilBoth("a1.z99.test", "A", "192.0.2.11", 20_000);
  });
});
