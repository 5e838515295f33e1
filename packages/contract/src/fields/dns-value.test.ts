import assert from "node:assert/strict";
import { test } from "node:test";
import { formatValue, parseRecord, type RecordDraft } from "./dns-value.ts";
import { hasPriority, priorities, recordTypes, ttls, type RecordType } from "./dns/types.ts";

const zone = "example.com";
const values: Record<RecordType, string> = {
  A: "192.0.2.1",
  AAAA: "2001:db8::1",
  ANAME: "host.example.net",
  CAA: '0 issue "ca.example.net"',
  CNAME: "host.example.net",
  MX: "host.example.net",
  NS: "host.example.net",
  SRV: "5 5060 host.example.net",
  TXT: "text",
};

/** The keys of the wrong fields, or the record. */
function read(type: RecordType, draft: Partial<RecordDraft>, zoneName = zone) {
  const zona = type === "SRV" ? "_sip._tcp" : "www";
  const parsed = parseRecord(type, { zona, value: values[type], ...draft }, zoneName);
  if (parsed.ok) return parsed.record;
  return Object.fromEntries(
    Object.entries(parsed.errors).map(([field, message]) => [
      field,
      typeof message === "string" ? message : message.key,
    ]),
  );
}

test("a record of every type, with defaults", () => {
  for (const type of recordTypes) {
    const zona = type === "SRV" ? "_sip._tcp" : "www";
    assert.deepEqual(read(type, {}), {
      type,
      name: `${zona}.${zone}`,
      zona,
      value: values[type],
      ttl: 0,
      priority: hasPriority(type) ? 20 : null,
    });
  }
});

const owners = [
  ["CNAME", "", "dns.cname_apex"],
  ["CNAME", "@", "dns.cname_apex"],
  ["CNAME", "example.com.", "dns.cname_apex"],
  ["CNAME", "*", null],
  ["NS", "", "dns.ns_apex"],
  ["NS", "example.com", "dns.ns_apex"],
  ["NS", "*", "dns.ns_wildcard"],
  ["NS", "*.lab", "dns.ns_wildcard"],
  ["NS", "lab", null],
  ["NS", "_acme-challenge", null],
  ["ANAME", "", null],
  ["A", "*", null],
  ["MX", "*.lab", null],
  ["SRV", "", "dns.srv.name"],
  ["SRV", "www", "dns.srv.name"],
  ["SRV", "_sip", "dns.srv.name"],
  ["SRV", "_sip.tcp", "dns.srv.name"],
  ["SRV", "sip._tcp", "dns.srv.name"],
  ["SRV", "*._tcp", null],
  ["SRV", "*", null],
  ["SRV", "*.office", null],
  ["SRV", "_sip._tcp.*", null],
  ["SRV", "_sip._tcp.*.office", null],
  ["SRV", "_sip._tcp.*.office.example.com.", null],
  ["SRV", "_sip._tcp.office.*", "dns.name.wildcard"],
  ["SRV", "_sip.*", "dns.name.wildcard"],
  ["SRV", "_sip.*._tcp", "dns.name.wildcard"],
  ["SRV", "*.b.*", "dns.srv.name"],
  ["SRV", "a.b.*", "dns.srv.name"],
  ["TXT", "_sip._tcp.*", "dns.name.wildcard"],
  ["SRV", "_sip._tcp", null],
  ["SRV", "_SIP._TLS.office", null],
  ["SRV", "_sip._tcp.example.com.", null],
  ["TXT", "evil.com.", "dns.name.outside"],
] as const;

test("where a type may stand", () => {
  for (const [type, zona, expected] of owners) {
    const found = read(type, { zona });
    if (expected) assert.deepEqual(found, { zona: expected }, `${type} ${zona}`);
    else assert.ok("name" in found, `${type} ${zona}: ${JSON.stringify(found)}`);
  }
});

test("TTLs and priorities of the lists only", () => {
  for (const ttl of ttls) assert.equal(read("A", { ttl: String(ttl) })["ttl"], ttl);
  for (const priority of priorities)
    assert.equal(read("MX", { priority: String(priority) })["priority"], priority);
  for (const ttl of [
    "1",
    "599",
    "300",
    "86401",
    "-1",
    "1e3",
    "0x258",
    "600s",
    "10 m",
    "99999999999",
    "NaN",
  ]) {
    assert.deepEqual(read("A", { ttl }), { ttl: "dns.ttl" }, ttl);
  }
  for (const priority of ["2", "65536", "-1", "1.0", "+5", "x"]) {
    assert.deepEqual(read("MX", { priority }), { priority: "dns.priority" }, priority);
    assert.deepEqual(read("SRV", { priority }), { priority: "dns.priority" }, priority);
  }
  assert.equal(read("A", { ttl: " " })["ttl"], 0);
  assert.equal(read("SRV", { priority: "" })["priority"], 20);
});

test("a priority is ignored where a type has none", () => {
  for (const type of recordTypes.filter((type) => !hasPriority(type))) {
    assert.equal(read(type, { priority: "x" })["priority"], null, type);
  }
  assert.equal(read("MX", { value: ".", priority: "50" })["priority"], 0);
});

test("all wrong fields are named at once", () => {
  assert.deepEqual(read("MX", { zona: "a..b", value: "10 x", ttl: "1", priority: "2" }), {
    zona: "dns.name.empty_label",
    value: "dns.mx.priority",
    ttl: "dns.ttl",
    priority: "dns.priority",
  });
});

test("a zone given in Unicode is its A-labels", () => {
  const record = read("MX", { zona: "ñ", value: "@" }, "España.es");
  assert.equal(record["name"], "xn--ida.xn--espaa-rta.es");
  assert.equal(record["value"], "xn--espaa-rta.es");
});

const shown = [
  ["CNAME", "xn--espaa-rta.es", "españa.es"],
  ["ANAME", "xn--espaa-rta.es", "españa.es"],
  ["NS", "ns.xn--espaa-rta.es", "ns.españa.es"],
  ["MX", ".", "."],
  ["MX", "mail.xn--espaa-rta.es", "mail.españa.es"],
  ["SRV", "5 5060 sip.xn--espaa-rta.es", "5 5060 sip.españa.es"],
  ["SRV", "0 0 .", "0 0 ."],
  ["A", "192.0.2.1", "192.0.2.1"],
  ["CAA", '0 issue "ca.example.net"', '0 issue "ca.example.net"'],
  ["TXT", " a ", '" a "'],
  ["TXT", "a\nb", '"a" "b"'],
  ["TXT", "xn--espaa-rta.es", "xn--espaa-rta.es"],
] as const;

test("values as shown", () => {
  for (const [type, value, expected] of shown) assert.equal(formatValue(type, value), expected);
});
