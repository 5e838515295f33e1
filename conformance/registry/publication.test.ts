/** What the registry's tables say is what its name server answers at the next question: asked by dig, judged by delv. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inChange } from "../../packages/server/src/db/change.ts";
import { openDatabase } from "../../packages/server/src/db/pool.ts";
import { type ZoneKey, signZone } from "../../packages/server/src/features/dns/dnssec.ts";
import {
  type DomainStateChange,
  setDomainState,
} from "../../packages/server/src/registry/local/operator-domain.ts";
import { addTld, removeTld } from "../../packages/server/src/registry/local/operator-tld.ts";
import { dig, digUntil, rcode, serial, tool, until } from "../dns/ask.ts";
import { type Stack, addZone, startStack } from "../dns/stack.ts";
import {
  type Registry,
  anchorOf,
  delegate,
  operator,
  register,
  startRegistry,
  startRouter,
  validate,
} from "./registry.ts";

let stack: Stack;
let registry: Registry;
before(async () => {
  stack = await startStack();
  registry = await startRegistry(stack);
});
after(async () => {
  await registry?.stop();
  await stack?.stop();
});

/** The sections of a referral: "ns1.uno.test. A 192.0.2.1", a record a line, sorted. */
async function referral(name: string): Promise<{ authority: string[]; additional: string[]; flags: string }> {
  const ask = async (section: string) => {
    const server = ["@127.0.0.1", "-p", String(registry.port), "+norecurse", "+noall", section];
    const { stdout } = await tool("dig", ...server, name, "A");
    return stdout
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith(";"))
      .map((line) => {
        const [owner, , , type, ...data] = line.split(/\s+/);
        return [owner, type, ...data].join(" ");
      })
      .toSorted();
  };
  const [authority, additional] = await Promise.all([ask("+authority"), ask("+additional")]);
  const server = ["@127.0.0.1", "-p", String(registry.port), "+norecurse"];
  const { stdout } = await tool("dig", ...server, name, "A");
  return { authority, additional, flags: /flags: ([a-z ]*)/.exec(stdout)?.[1] ?? "" };
}

const change = (work: Parameters<typeof inChange<void>>[2]) => inChange(registry.worker, operator, work);
type StateChange = Partial<DomainStateChange>;
const setState = (name: string, more: StateChange) =>
  change(async (act) => void (await setDomainState(act, "test", name, { add: [], remove: [], ...more })));

describe("a TLD", () => {
  test("is a whole zone: SOA, its name server with its addresses, signed", async () => {
    assert.equal(await dig(registry.port, "test", "NS"), "nic.test.");
    assert.equal(await dig(registry.port, "nic.test", "A"), "127.0.0.1");
    assert.equal(await dig(registry.port, "nic.test", "AAAA"), "::1");
    assert.match(
      await dig(registry.port, "test", "SOA"),
      /^nic\.test\. hostmaster\.nic\.test\. \d+ 3600 600 1209600 30$/,
    );
    const anchor = await anchorOf(stack.directory, registry.port, "test");
    for (const question of [
      ["test", "SOA"],
      ["test", "NS"],
      ["nic.test", "A"],
      ["test", "DNSKEY"],
    ])
      assert.equal(await validate(registry.port, anchor, "test", ...question), "fully validated");
    for (const question of [
      ["nobody.test", "A"],
      ["a.b.nobody.test", "A"],
      ["test", "TXT"],
      ["nic.test", "MX"],
    ])
      assert.equal(
        await validate(registry.port, anchor, "test", ...question),
        "negative response, fully validated",
      );
  });

  test("is served at once, also one that was there before with another key", async () => {
    for (let round = 0; round < 2; round++) {
      assert.equal(await rcode(registry.port, "young", "SOA"), "REFUSED");
      await change((act) => addTld(act, { name: "young" }));
      assert.equal(await dig(registry.port, "young", "NS"), "nic.young.");
      const { rows } = await stack.db.query<{ key: string }>(
        `select encode(public_key, 'base64') as key from registry.zone_key k join registry.tld t on t.id = k.tld_id
          where t.name = 'young'`,
      );
      const took = await until(
        () => dig(registry.port, "young", "DNSKEY"),
        (found) => found.split(" ").slice(3).join("") === rows[0]!.key.replaceAll("\n", ""),
      );
      assert.ok(took < 1500, `${took} ms`);
      const anchor = await anchorOf(stack.directory, registry.port, "young");
      assert.equal(await validate(registry.port, anchor, "young", "young", "SOA"), "fully validated");
      await change((act) => removeTld(act, "young"));
    }
  });

  test("below another is delegated by that one, with its DS", async () => {
    await change((act) => addTld(act, { name: "llaves.test", mode: "key" }));
    const anchor = await anchorOf(stack.directory, registry.port, "test");
    assert.equal(await validate(registry.port, anchor, "test", "llaves.test", "DS"), "fully validated");
    assert.equal(await validate(registry.port, anchor, "test", "nic.llaves.test", "A"), "fully validated");
    await until(
      () => validate(registry.port, anchor, "test", "no.llaves.test", "A"),
      (found) => found === "negative response, fully validated",
    );
  });

  test("gives no transfers", async () => {
    const { stdout } = await tool("dig", "@127.0.0.1", "-p", String(registry.port), "+tcp", "test", "AXFR");
    assert.match(stdout, /Transfer failed/);
  });
});

describe("a domain", () => {
  test("goes from NXDOMAIN to a delegation with glue, and its glue changes", async () => {
    assert.equal(await rcode(registry.port, "uno.test", "A"), "NXDOMAIN");
    const first = await serial(registry.port, "test");
    await register(registry.db, "uno.test", {
      "ns1.uno.test": ["192.0.2.1", "2001:db8::1"],
      "ns2.uno.test": ["192.0.2.2"],
    });
    const found = await referral("www.uno.test");
    assert.doesNotMatch(found.flags, /\baa\b/);
    assert.deepEqual(found.authority, ["uno.test. NS ns1.uno.test.", "uno.test. NS ns2.uno.test."]);
    assert.deepEqual(found.additional, [
      "ns1.uno.test. A 192.0.2.1",
      "ns1.uno.test. AAAA 2001:db8::1",
      "ns2.uno.test. A 192.0.2.2",
    ]);
    const second = await serial(registry.port, "test");
    assert.ok(second > first);
    await registry.db.query("update registry.host set ipv4 = '{192.0.2.9}' where name = 'ns2.uno.test'");
    const { additional } = await referral("uno.test");
    assert.ok(additional.includes("ns2.uno.test. A 192.0.2.9") && additional.length === 3);
    assert.ok((await serial(registry.port, "test")) > second);
  });

  test("without DS is proven to have none", async () => {
    const anchor = await anchorOf(stack.directory, registry.port, "test");
    assert.equal(
      await validate(registry.port, anchor, "test", "uno.test", "DS"),
      "negative response, fully validated",
    );
  });

  test("shows its DS, and none while it has no name servers", async () => {
    const digest = "AB".repeat(32);
    await registry.db.query(
      `insert into registry.sec_dns (domain, kind, algorithm, key_tag, digest_type, digest)
       values ('uno.test', 'ds', 13, 4711, 2, $1)`,
      [digest],
    );
    const anchor = await anchorOf(stack.directory, registry.port, "test");
    assert.equal(
      (await dig(registry.port, "uno.test", "DS")).replaceAll(/(?<=[0-9A-F]) (?=[0-9A-F]+$)/g, ""),
      `4711 13 2 ${digest}`,
    );
    assert.equal(await validate(registry.port, anchor, "test", "uno.test", "DS"), "fully validated");
    await delegate(registry.db, "uno.test", []);
    assert.equal(await rcode(registry.port, "uno.test", "DS"), "NXDOMAIN");
    assert.equal(await rcode(registry.port, "ns1.uno.test", "A"), "NXDOMAIN");
    await delegate(registry.db, "uno.test", ["ns1.uno.test", "ns2.uno.test"]);
  });

  test("is not there while it is held, on its way out or past its expiry; nor are its hosts for others", async () => {
    await register(registry.db, "dos.test", { "ns1.uno.test": [], "ns.elsewhere.example": [] });
    const day = 86_400_000;
    const gone: [string, StateChange, StateChange][] = [
      [
        "past its expiry",
        { expiresAt: new Date(Date.now() - 1000) },
        { expiresAt: new Date(Date.now() + day) },
      ],
    ];
    for (const status of ["serverHold", "clientHold", "pendingDelete", "redemptionPeriod", "pendingCreate"])
      gone.push([status, { add: [status] }, { remove: [status] }]);
    for (const [name, there, back] of gone) {
      await setState("uno.test", there);
      assert.equal(await rcode(registry.port, "uno.test", "NS"), "NXDOMAIN", name);
      assert.equal(await rcode(registry.port, "uno.test", "DS"), "NXDOMAIN", name);
      assert.equal(await rcode(registry.port, "ns1.uno.test", "A"), "NXDOMAIN", name);
      assert.deepEqual((await referral("dos.test")).additional, [], name);
      assert.equal((await referral("dos.test")).authority.length, 2, name);
      await setState("uno.test", back);
      assert.equal((await referral("uno.test")).additional.length, 3, name);
      assert.deepEqual(
        (await referral("dos.test")).additional.map((line) => line.split(" ")[0]),
        ["ns1.uno.test.", "ns1.uno.test."],
        name,
      );
    }
  });

  test("shows a host of its own only while a domain uses it: glue is never an answer of the TLD's", async () => {
    await registry.db.query(
      "insert into registry.host (name, ipv4) values ('spare.uno.test', '{192.0.2.7}')",
    );
    for (const name of ["spare.uno.test", "ns1.uno.test"]) {
      const { authority, additional, flags } = await referral(name);
      assert.doesNotMatch(flags, /\baa\b/);
      assert.equal(await dig(registry.port, "+norecurse", name, "A"), "");
      assert.equal(authority.filter((line) => line.includes(" NS ")).length, 2);
      assert.ok(!additional.some((line) => line.startsWith("spare")));
    }
    await delegate(registry.db, "dos.test", ["spare.uno.test", "ns.elsewhere.example"]);
    assert.deepEqual((await referral("dos.test")).additional, ["spare.uno.test. A 192.0.2.7"]);
  });
});

async function publish(domain: string, kind: "ds" | "key", key: ZoneKey): Promise<void> {
  const { algorithm, keyTag, digestType, digest, flags, publicKey } = key;
  await (kind === "ds"
    ? registry.db.query(
        `insert into registry.sec_dns (domain, kind, algorithm, key_tag, digest_type, digest)
         values ($1, 'ds', $2, $3, $4, upper($5))`,
        [domain, algorithm, keyTag, digestType, digest],
      )
    : registry.db.query(
        `insert into registry.sec_dns (domain, kind, algorithm, flags, public_key)
         values ($1, 'key', $2, $3, decode($4, 'base64'))`,
        [domain, algorithm, flags, publicKey],
      ));
}

describe("the chain of trust", () => {
  for (const [tld, kind] of [
    ["test", "ds"],
    ["llaves.test", "key"],
  ] as const)
    test(`reaches from ${tld} to a zone that is served here, by ${kind} data`, async () => {
      const zone = await addZone(stack.db, `tres.${tld}`);
      await digUntil(stack.ns1, [zone.name, "A"], (found) => found === "192.0.2.80");
      const router = await startRouter({ [zone.name]: stack.ns1 }, registry.port);
      try {
        await register(registry.db, zone.name, { "ns1.atrio.example": [], "ns2.atrio.example": [] });
        const anchor = await anchorOf(stack.directory, registry.port, "test");
        const ask = (...question: string[]) => validate(router.port, anchor, "test", ...question);
        assert.equal(await ask(zone.name, "A"), "unsigned answer");
        const [key] = await inChange(openDatabase(stack.db), operator, (act) => signZone(act, zone.name));
        await until(
          () => dig(stack.ns1, zone.name, "DNSKEY"),
          (found) => found !== "",
        );
        await publish(zone.name, kind, key!);
        assert.equal(await ask(zone.name, "DS"), "fully validated");
        assert.equal(await ask(zone.name, "A"), "fully validated");
        assert.equal(await ask(`no.${zone.name}`, "A"), "negative response, fully validated");
        await registry.db.query("delete from registry.sec_dns where domain = $1", [zone.name]);
        await publish(zone.name, kind, { ...key!, digest: "00".repeat(32), publicKey: "AAAA" });
        assert.match(await ask(zone.name, "A"), /no valid|broken trust chain|insecurity proof failed/);
      } finally {
        router.stop();
      }
    });
});

describe("PowerDNS killed, the database away", () => {
  test("it goes on with what the registry says by then", async () => {
    await registry.daemon.end("SIGKILL");
    await register(registry.db, "cuatro.test", { "ns.cuatro.test": ["192.0.2.4"] });
    registry.daemon.start();
    await until(
      () => rcode(registry.port, "cuatro.test", "A"),
      (found) => found === "NOERROR",
    );
    await stack.database.stop();
    assert.equal(await rcode(registry.port, "cuatro.test", "A"), "SERVFAIL");
    await stack.database.start();
    await until(
      () => rcode(registry.port, "cuatro.test", "A"),
      (found) => found === "NOERROR",
    );
    assert.deepEqual((await referral("cuatro.test")).additional, ["ns.cuatro.test. A 192.0.2.4"]);
  });
});
