/** Every record the contract accepts, in one zone, as both name servers answer and transfer it. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { parseRecord } from "../../packages/contract/src/fields/dns-value.ts";
import {
  exampleZone,
  glueExamples,
  presentRdata,
  validExamples,
} from "../../packages/contract/src/fields/dns/examples.ts";
import { type RecordType, recordTypes } from "../../packages/contract/src/fields/dns/types.ts";
import { axfr, dig, digUntil, rcode, serial, tool, until } from "./ask.ts";
import { type Stack, type Zone, addRecord, addZone, startStack } from "./stack.ts";

interface Expected {
  readonly name: string;
  readonly type: RecordType | "SOA";
  readonly rdata: string;
}

let stack: Stack;
let zone: Zone;
const expected: Expected[] = [];
/** What they answer is for aname.test.ts. */
const anames = new Set<string>();

async function addExample(
  type: RecordType,
  example: { zona: string; value: string; priority?: string },
): Promise<void> {
  const parsed = parseRecord(type, example, exampleZone);
  assert.ok(parsed.ok, `${type} ${example.zona} ${example.value}`);
  const { record } = parsed;
  await stack.api.query(
    `insert into atrio.dns_record (zone_id, holding_id, name, type, value, ttl, priority)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [zone.id, zone.holdingId, record.name, type, record.value, record.ttl, record.priority],
  );
  if (type === "ANAME") anames.add(record.name);
  else expected.push({ name: record.name, type, rdata: presentRdata(record) });
}

function parseLine(line: string): Expected {
  const [, name = "", type, rdata = ""] = /^(\S+)\.\s+\d+\s+IN\s+(\S+)\s+(.*)$/.exec(line) ?? [];
  return { name, type: recordTypes.find((one) => one === type) ?? "SOA", rdata };
}

before(async () => {
  stack = await startStack();
  zone = await addZone(stack.db, exampleZone);
  await stack.api.query("delete from atrio.dns_record where zone_id = $1", [zone.id]);
  for (const type of recordTypes) for (const example of validExamples[type]) await addExample(type, example);
  for (const example of glueExamples) await addExample("A", example);
});
after(() => stack?.stop());

/** dig writes names in answers with their dot and CAA as we do; addresses are compared as dig writes them. */
const sameRdata = (found: string, wanted: Expected): boolean =>
  wanted.type === "AAAA"
    ? new URL(`http://[${found}]`).hostname === new URL(`http://[${wanted.rdata}]`).hostname
    : found === wanted.rdata;

const isDelegated = (name: string): boolean =>
  expected.some((other) => other.type === "NS" && (name === other.name || name.endsWith(`.${other.name}`)));

describe("a zone with every accepted record", () => {
  test("is transferred whole, each value as the contract says it is stored", async () => {
    const found = (await axfr(stack.ns1, exampleZone)).map(parseLine);
    const missing = expected.filter(
      (wanted) =>
        !found.some(
          ({ name, type, rdata }) => name === wanted.name && type === wanted.type && sameRdata(rdata, wanted),
        ),
    );
    assert.deepEqual(missing, []);
    const more = found.filter(
      ({ name, type }) =>
        !anames.has(name) && !expected.some((one) => one.name === name && one.type === type),
    );
    assert.deepEqual(
      more.map(({ type }) => type),
      ["SOA", "NS", "NS"],
    );
  });

  test("is clean for pdnsutil", async () => {
    const { stdout, stderr } = await tool(
      "pdnsutil",
      `--config-dir=${stack.pdnsConfig}`,
      "check-zone",
      exampleZone,
    );
    assert.match(stdout + stderr, / 0 errors, 0 warnings/);
  });

  test("is answered the same by both name servers", async () => {
    const newest = await serial(stack.ns1, exampleZone);
    await until(
      async () => String(await serial(stack.ns2, exampleZone)),
      (found) => Number(found) >= newest,
    );
    const ours = expected.filter(({ name }) => !isDelegated(name));
    const questions = new Set(ours.map(({ name, type }) => `${name} ${type}`));
    const file = join(stack.directory, "questions");
    writeFileSync(file, [...questions].join("\n"));
    for (const port of [stack.ns1, stack.ns2]) {
      const { stdout } = await tool(
        "dig",
        "@127.0.0.1",
        "-p",
        String(port),
        "+noall",
        "+answer",
        "+bufsize=4096",
        "-f",
        file,
      );
      const found = stdout.trimEnd().split("\n").map(parseLine);
      const missing = ours.filter(
        (wanted) =>
          !found.some(
            (one) => one.name === wanted.name && one.type === wanted.type && sameRdata(one.rdata, wanted),
          ),
      );
      assert.deepEqual(missing, []);
      assert.equal(found.length, ours.length);
    }
  });

  test("delegates: NS in the authority section, glue beside it", async () => {
    const { stdout } = await tool(
      "dig",
      "@127.0.0.1",
      "-p",
      String(stack.ns1),
      "+norec",
      `x.glued.${exampleZone}`,
      "A",
    );
    assert.match(stdout, /flags: qr;/);
    assert.match(stdout, new RegExp(`glued\\.${exampleZone}\\.\\s+\\d+\\s+IN\\s+NS`));
    assert.match(stdout, /192\.0\.2\.53/);
  });
});

describe("names", () => {
  test("wildcards, empty non-terminals and what does not exist, alike on both", async () => {
    const names = await addZone(stack.db, "names.test");
    await addRecord(stack.api, names, { name: "*.wild", type: "A", value: "192.0.2.1" });
    await addRecord(stack.api, names, {
      name: "*.wild",
      type: "MX",
      value: "mail.example.net",
      priority: 10,
    });
    await addRecord(stack.api, names, { name: "held.wild", type: "TXT", value: "here" });
    await addRecord(stack.api, names, {
      name: "_sip._tcp",
      type: "SRV",
      value: "5 5060 sip.example.net",
      priority: 20,
    });
    await addRecord(stack.api, names, { name: "xn--maana-pta", type: "A", value: "192.0.2.50" });
    await digUntil(stack.ns2, ["xn--maana-pta.names.test", "A"], (found) => found === "192.0.2.50");
    for (const port of [stack.ns1, stack.ns2]) {
      assert.equal(await dig(port, "any.thing.wild.names.test", "A"), "192.0.2.1");
      assert.equal(await dig(port, "any.wild.names.test", "MX"), "10 mail.example.net.");
      assert.equal(await dig(port, "held.wild.names.test", "A"), "");
      assert.equal(await rcode(port, "held.wild.names.test", "A"), "NOERROR");
      assert.equal(await rcode(port, "_tcp.names.test", "A"), "NOERROR");
      assert.equal(await rcode(port, "nowhere.names.test", "A"), "NXDOMAIN");
      assert.equal(await rcode(port, "elsewhere.invalid", "A"), "REFUSED");
    }
    assert.equal(await dig(stack.ns1, "www.names.test", "CNAME"), "names.test.");
  });

  test("SRV at a wildcard answers for the services it covers, below one for itself alone", async () => {
    const wild = await addZone(stack.db, "wild-srv.test");
    const add = (name: string, value: string) =>
      addRecord(stack.api, wild, { name, type: "SRV", value, priority: 20 });
    await add("*._udp", "0 1 all.example.net");
    await add("*.office", "0 2 office.example.net");
    await add("_sip._tcp.*.lab", "0 3 literal.example.net");
    await digUntil(stack.ns2, ["_sip._tcp.*.lab.wild-srv.test", "SRV"], (found) => found !== "");
    for (const port of [stack.ns1, stack.ns2]) {
      const srv = (name: string) => dig(port, `${name}.wild-srv.test`, "SRV");
      assert.equal(await srv("_sip._udp"), "20 0 1 all.example.net.");
      assert.equal(await srv("_sip._tcp.office"), "20 0 2 office.example.net.");
      assert.equal(await srv("_sip._tcp.*.lab"), "20 0 3 literal.example.net.");
      assert.equal(await srv("_sip._tcp.pc.lab"), "");
      assert.equal(await rcode(port, "_sip._tcp.pc.lab.wild-srv.test", "SRV"), "NOERROR");
    }
  });

  test("strings of a TXT stay apart, a text without quotes is cut at 255 octets", async () => {
    const texts = await addZone(stack.db, "strings.test");
    const typed = {
      sd: '"txtvers=1" "path=/" "a=b c"',
      plain: "txtvers=1 path=/",
      escaped: '"a\\"b" "\\\\" "\\195\\177"',
      empty: '"" "a" ""',
      long: "x".repeat(300),
    };
    for (const [zona, value] of Object.entries(typed)) {
      const parsed = parseRecord("TXT", { zona, value }, texts.name);
      assert.ok(parsed.ok, value);
      await addRecord(stack.api, texts, { name: zona, type: "TXT", value: parsed.record.value });
    }
    await digUntil(stack.ns2, ["long.strings.test", "TXT"], (found) => found !== "");
    for (const port of [stack.ns1, stack.ns2]) {
      const txt = (name: string) => dig(port, `${name}.strings.test`, "TXT");
      assert.equal(await txt("sd"), '"txtvers=1" "path=/" "a=b c"');
      assert.equal(await txt("plain"), '"txtvers=1 path=/"');
      assert.equal(await txt("escaped"), '"a\\"b" "\\\\" "\\195\\177"');
      assert.equal(await txt("empty"), '"" "a" ""');
      assert.equal(await txt("long"), `"${"x".repeat(255)}" "${"x".repeat(45)}"`);
    }
  });

  test("CAA with a flag and a tag as zone files have them", async () => {
    const caa = await addZone(stack.db, "caa.test");
    const parsed = parseRecord("CAA", { zona: "", value: '0128 "issue" "ca.example.net"' }, caa.name);
    assert.ok(parsed.ok);
    await addRecord(stack.api, caa, { name: "", type: "CAA", value: parsed.record.value });
    await digUntil(stack.ns2, [caa.name, "CAA"], (found) => found !== "");
    for (const port of [stack.ns1, stack.ns2])
      assert.equal(await dig(port, caa.name, "CAA"), '128 issue "ca.example.net"');
  });

  test("default records: the platform's addresses and mail hosts, none of mail for parking", async () => {
    await addZone(stack.db, "parking.test", "parking");
    assert.equal(await dig(stack.ns1, "parking.test", "A"), "192.0.2.80");
    assert.equal(await dig(stack.ns1, "parking.test", "AAAA"), "2001:db8::80");
    assert.equal(await dig(stack.ns1, "parking.test", "MX"), "");
    assert.equal(await dig(stack.ns1, "names.test", "MX"), "10 mx1.atrio.test.\n20 mx2.atrio.test.");
    assert.equal(await dig(stack.ns1, "names.test", "NS"), "ns1.atrio.test.\nns2.atrio.test.");
    await stack.db.query(
      "update atrio.platform set web_ipv4 = '192.0.2.81', mail_hosts = '{mx3.atrio.test}'",
    );
    assert.equal(await dig(stack.ns1, "parking.test", "A"), "192.0.2.81");
    assert.equal(await dig(stack.ns1, "names.test", "MX"), "10 mx3.atrio.test.");
    await digUntil(stack.ns2, ["parking.test", "A"], (found) => found === "192.0.2.81");
  });
});

describe("serials", () => {
  test("rise with each commit, not with a rollback, and never fall", async () => {
    const zone = await addZone(stack.db, "serial.test");
    const first = await serial(stack.ns1, zone.name);
    assert.ok(Math.abs(first - Date.now() / 1000) < 10);
    const id = await addRecord(stack.api, zone, { name: "a", type: "A", value: "192.0.2.1" });
    const second = await serial(stack.ns1, zone.name);
    assert.ok(second > first);
    const client = await stack.api.connect();
    await client.query("begin");
    await client.query("update atrio.dns_record set value = '192.0.2.2' where id = $1", [id]);
    await client.query("rollback");
    client.release();
    assert.equal(await serial(stack.ns1, zone.name), second);
    await stack.api.query("update atrio.dns_record set ttl = ttl where id = $1", [id]);
    assert.equal(await serial(stack.ns1, zone.name), second, "what changes no answer changes no serial");
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        addRecord(stack.api, zone, { name: `n${n}`, type: "A", value: "192.0.2.1" }),
      ),
    );
    assert.equal(await serial(stack.ns1, zone.name), second + 40);
    await until(
      async () => String(await serial(stack.ns2, zone.name)),
      (found) => Number(found) === second + 40,
    );
  });
});
