/** Signed zones, judged by delv and dnssec-verify; ANAME among them. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Kysely } from "kysely";
import { inChange } from "../../packages/server/src/db/change.ts";
import { openDatabase } from "../../packages/server/src/db/pool.ts";
import type { DB } from "../../packages/server/src/db/schema.gen.ts";
import {
  type ZoneKey,
  readZoneKeys,
  signZone,
  unsignZone,
} from "../../packages/server/src/features/dns/dnssec.ts";
import { axfr, dig, digUntil, serial, tool, until } from "./ask.ts";
import { type Stack, type Zone, addRecord, addZone, startStack } from "./stack.ts";

const operator = { source: "command", userId: null, username: null, ip: null, requestId: null } as const;

let stack: Stack;
let db: Kysely<DB>;
let zone: Zone;
let key: ZoneKey;

before(async () => {
  stack = await startStack();
  db = openDatabase(stack.db);
  zone = await addZone(stack.db, "signed.test");
  await addRecord(stack.api, zone, { name: "*.wild", type: "A", value: "192.0.2.1" });
  await addRecord(stack.api, zone, {
    name: "_sip._tcp",
    type: "SRV",
    value: "5 5060 sip.example.net",
    priority: 20,
  });
  await addRecord(stack.api, zone, { name: "sub", type: "NS", value: "ns.sub.signed.test" });
  await addRecord(stack.api, zone, { name: "ns.sub", type: "A", value: "192.0.2.2" });
  await addRecord(stack.api, zone, { name: "a.b.sub", type: "A", value: "192.0.2.3" });
  await addRecord(stack.api, zone, { name: "long", type: "TXT", value: `ñ "quoted" \\ ${"x".repeat(700)}` });
  await digUntil(stack.ns2, ["wild.wild.signed.test", "A"], (found) => found === "192.0.2.1");
  const [made] = await inChange(db, operator, (change) => signZone(change, zone.name));
  assert.ok(made);
  key = made;
});
after(() => stack?.stop());

/** The verdict of delv, which trusts nothing but our key. */
async function validate(port: number, ...question: readonly string[]): Promise<string> {
  const anchor = join(stack.directory, "anchor.conf");
  writeFileSync(
    anchor,
    `trust-anchors { ${zone.name}. static-key ${key.flags} 3 ${key.algorithm} "${key.publicKey}"; };\n`,
  );
  const { stdout, stderr } = await tool(
    ...(["delv", "@127.0.0.1", "-p", String(port), "-a", anchor, `+root=${zone.name}`] as const),
    ...question,
  );
  return /^; (.*fully validated)$/m.exec(stdout + stderr)?.[1] ?? stdout + stderr;
}

const isSigned = async (port: number): Promise<string> =>
  (await dig(port, zone.name, "DNSKEY")).split("\n").join("");

describe("a zone signed in one transaction", () => {
  test("has its keys at once on PowerDNS, soon on Knot", async () => {
    const took = await until(
      () => isSigned(stack.ns1),
      (found) => found !== "",
    );
    assert.ok(took < 1500, `${took} ms`);
    await until(
      () => isSigned(stack.ns2),
      (found) => found !== "",
    );
  });

  test("validates: answers, wildcards, and what does not exist, on both", async () => {
    const aname = await addRecord(stack.api, zone, { name: "shop", type: "ANAME", value: "signed.test" });
    assert.ok(aname > 0);
    await digUntil(stack.ns2, ["shop.signed.test", "A"], (found) => found === "192.0.2.80");
    const positive = ["A", "MX", "NS", "SOA", "TXT", "DNSKEY", "CDS", "CDNSKEY"].map((type) => [
      zone.name,
      type,
    ]);
    positive.push(["www.signed.test", "A"], ["any.wild.signed.test", "A"], ["long.signed.test", "TXT"]);
    positive.push(["shop.signed.test", "A"], ["shop.signed.test", "AAAA"]);
    const negative = [
      ["nope.signed.test", "A"],
      ["_tcp.signed.test", "A"],
      ["signed.test", "SRV"],
      ["sub.signed.test", "DS"],
    ];
    for (const port of [stack.ns1, stack.ns2]) {
      for (const question of positive)
        assert.equal(await validate(port, ...question), "fully validated", question.join(" "));
      for (const question of negative)
        assert.equal(
          await validate(port, ...question),
          "negative response, fully validated",
          question.join(" "),
        );
    }
  });

  test("is complete: dnssec-verify walks the whole zone, NSEC3 chain included", async () => {
    const file = join(stack.directory, "signed.zone");
    writeFileSync(file, `${(await axfr(stack.ns1, zone.name)).join("\n")}\n`);
    const { code, stdout, stderr } = await tool("dnssec-verify", "-z", "-o", zone.name, file);
    assert.equal(code, 0, stdout + stderr);
    const { stdout: check } = await tool(
      "pdnsutil",
      `--config-dir=${stack.pdnsConfig}`,
      "check-zone",
      zone.name,
    );
    assert.match(check, / 0 errors/);
    const nsec3 = await dig(stack.ns1, zone.name, "NSEC3PARAM");
    assert.equal(nsec3, "1 0 0 -");
  });

  test("publishes the DS that dig, dnssec-dsfromkey and our tables agree on", async () => {
    const file = join(stack.directory, "dnskey");
    const { stdout: dnskey } = await tool(
      ...(["dig", "@127.0.0.1", "-p", String(stack.ns1), "+noall", "+answer", zone.name, "DNSKEY"] as const),
    );
    writeFileSync(file, dnskey);
    const { stdout } = await tool("dnssec-dsfromkey", "-2", "-f", file, zone.name);
    const ds = `${key.keyTag} ${key.algorithm} ${key.digestType} ${key.digest}`;
    assert.equal(stdout.trim().toLowerCase(), `${zone.name}. in ds ${ds}`.toLowerCase());
    const [, , , ...digest] = (await dig(stack.ns1, zone.name, "CDS")).toLowerCase().split(" ");
    assert.equal(digest.join(""), key.digest);
  });

  test("stays valid through changes: names, cuts and empty non-terminals that come and go", async () => {
    const id = await addRecord(stack.api, zone, { name: "x.y.z", type: "A", value: "192.0.2.9" });
    assert.equal(await validate(stack.ns1, "x.y.z.signed.test", "A"), "fully validated");
    assert.equal(await validate(stack.ns1, "y.z.signed.test", "A"), "negative response, fully validated");
    await stack.api.query("delete from atrio.dns_record where id = $1", [id]);
    await stack.api.query("delete from atrio.dns_record where zone_id = $1 and type = 'NS'", [zone.id]);
    assert.equal(await validate(stack.ns1, "a.b.sub.signed.test", "A"), "fully validated");
    assert.equal(await validate(stack.ns1, "y.z.signed.test", "A"), "negative response, fully validated");
    const newest = await serial(stack.ns1, zone.name);
    await until(
      async () => String(await serial(stack.ns2, zone.name)),
      (found) => Number(found) >= newest,
    );
    assert.equal(await validate(stack.ns2, "a.b.sub.signed.test", "A"), "fully validated");
  });

  test("is plain again once unsigned", async () => {
    await assert.rejects(
      inChange(db, operator, (change) => signZone(change, zone.name)),
      /signed already/,
    );
    await inChange(db, operator, (change) => unsignZone(change, zone.name));
    assert.deepEqual(await readZoneKeys({ db }, zone.name), []);
    for (const port of [stack.ns1, stack.ns2]) {
      await until(
        () => isSigned(port),
        (found) => found === "",
      );
      assert.equal(await dig(port, "+dnssec", "a.b.sub.signed.test", "A"), "192.0.2.3");
    }
  });
});
