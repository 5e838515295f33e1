import assert from "node:assert/strict";
import { test } from "node:test";
import { conflictsWith, hostTarget, type ZoneRecord } from "./conflicts.ts";

const zone = "example.com";

/** `www CNAME host.example.net`, `@ MX 10 mail.example.com`. */
function read(line: string): ZoneRecord {
  const [label = "", type = "", ...rest] = line.split(" ");
  const name = label === "@" ? zone : `${label}.${zone}`;
  const withPriority = type === "MX" || type === "SRV";
  return {
    name,
    type,
    value: rest.slice(withPriority ? 1 : 0).join(" "),
    priority: withPriority ? Number(rest[0]) : null,
  };
}

const apex = [
  "@ SOA ns1.example.net h.example.net 1 2 3 4 5",
  "@ NS ns1.example.net",
  "@ NS ns2.example.net",
];

type Row = readonly [added: string, there: readonly string[], expected: string | null];

const sameName: Row[] = [
  ["www A 192.0.2.1", [], null],
  ["www A 192.0.2.1", ["www A 192.0.2.2", "www AAAA 2001:db8::1", "www TXT a"], null],
  ["www A 192.0.2.1", ["www A 192.0.2.1"], "value dns.duplicate"],
  ["www A 192.0.2.1", ["ftp A 192.0.2.1"], null],
  ["www TXT a", ["www TXT A"], null],
  ["www TXT a", ["www TXT a"], "value dns.duplicate"],
  ["@ MX 10 mail.example.net", ["@ MX 20 mail.example.net"], null],
  ["@ MX 10 mail.example.net", ["@ MX 10 mail.example.net"], "value dns.duplicate"],
  ["_a._tcp SRV 10 1 1 a.example.net", ["_a._tcp SRV 10 1 2 a.example.net"], null],
  ["_a._tcp SRV 10 1 1 a.example.net", ["_a._tcp SRV 10 1 1 a.example.net"], "value dns.duplicate"],
  ["www CNAME a.example.net", [], null],
  ["www CNAME a.example.net", ["ftp CNAME a.example.net"], null],
  ["www CNAME a.example.net", ["www A 192.0.2.1"], "zona dns.cname_alone"],
  ["www CNAME a.example.net", ["www TXT a"], "zona dns.cname_alone"],
  ["www CNAME a.example.net", ["www ANAME a.example.net"], "zona dns.cname_alone"],
  ["www CNAME a.example.net", ["www CNAME b.example.net"], "zona dns.cname_twice"],
  ["www CNAME a.example.net", ["www CNAME a.example.net"], "value dns.duplicate"],
  ["www TXT a", ["www CNAME a.example.net"], "zona dns.cname_exists"],
  ["www ANAME a.example.net", ["www CNAME a.example.net"], "zona dns.cname_exists"],
  ["www NS a.example.net", ["www CNAME a.example.net"], "zona dns.cname_exists"],
  ["* CNAME a.example.net", ["www A 192.0.2.1"], null],
  ["* CNAME a.example.net", ["* TXT a"], "zona dns.cname_alone"],
  ["@ ANAME a.example.net", ["@ TXT a", "@ MX 10 mail.example.net", "@ CAA 0 issue x"], null],
  ["www ANAME a.example.net", ["www ANAME b.example.net"], "zona dns.aname_twice"],
  ["www ANAME a.example.net", ["www A 192.0.2.1"], "zona dns.aname_alone"],
  ["www ANAME a.example.net", ["www AAAA 2001:db8::1"], "zona dns.aname_alone"],
  ["www A 192.0.2.1", ["www ANAME a.example.net"], "zona dns.aname_exists"],
  ["www AAAA 2001:db8::1", ["www ANAME a.example.net"], "zona dns.aname_exists"],
  ["www TXT a", ["www ANAME a.example.net"], null],
  ["@ MX 0 .", [], null],
  ["@ MX 0 .", ["www MX 10 mail.example.net"], null],
  ["@ MX 0 .", ["@ MX 10 mail.example.net"], "value dns.mx.null_alone"],
  ["@ MX 10 mail.example.net", ["@ MX 0 ."], "value dns.mx.null_exists"],
];

const delegations: Row[] = [
  ["sub NS ns1.example.net", [], null],
  ["sub NS ns1.example.net", ["sub NS ns2.example.net"], null],
  ["sub NS ns1.example.net", ["subway A 192.0.2.1", "mysub A 192.0.2.1"], null],
  ["sub NS ns1.example.net", ["sub A 192.0.2.1"], "zona dns.delegation.occludes"],
  ["sub NS ns1.example.net", ["sub TXT a"], "zona dns.delegation.occludes"],
  ["sub NS ns1.example.net", ["sub ANAME a.example.net"], "zona dns.delegation.occludes"],
  ["sub NS ns1.example.net", ["www.sub TXT a"], "zona dns.delegation.occludes"],
  ["sub NS ns1.example.net", ["a.b.sub CNAME a.example.net"], "zona dns.delegation.occludes"],
  ["sub NS ns1.example.net", ["a.sub NS ns1.example.net"], "zona dns.delegation.occludes"],
  ["sub NS ns1.sub.example.com", ["ns1.sub A 192.0.2.1", "ns1.sub AAAA 2001:db8::1"], null],
  ["sub NS ns1.sub.example.com", ["sub NS ns2.sub.example.com", "ns2.sub A 192.0.2.1"], null],
  ["sub NS ns1.sub.example.com", ["ns2.sub A 192.0.2.1"], "zona dns.delegation.occludes"],
  ["sub NS ns1.example.net", ["host.sub A 192.0.2.1"], "zona dns.delegation.occludes"],
  ["sub NS ns1.example.net", ["host.sub AAAA 2001:db8::1"], "zona dns.delegation.occludes"],
  ["sub A 192.0.2.1", ["sub NS ns1.example.net"], "zona dns.delegation.here"],
  ["sub CAA 0 issue x", ["sub NS ns1.example.net"], "zona dns.delegation.here"],
  ["sub CNAME a.example.net", ["sub NS ns1.example.net"], "zona dns.cname_alone"],
  ["www.sub A 192.0.2.1", ["sub NS ns1.example.net"], "zona dns.delegation.below"],
  ["*.sub A 192.0.2.1", ["sub NS ns1.example.net"], "zona dns.delegation.below"],
  ["a.b.sub TXT a", ["sub NS ns1.example.net"], "zona dns.delegation.below"],
  ["a.sub NS ns1.example.net", ["sub NS ns1.example.net"], "zona dns.delegation.below"],
  ["ns1.sub A 192.0.2.1", ["sub NS ns1.sub.example.com"], null],
  ["ns1.sub AAAA 2001:db8::1", ["sub NS ns1.sub.example.com"], null],
  ["ns1.sub TXT a", ["sub NS ns1.sub.example.com"], "zona dns.delegation.below"],
  ["ns2.sub A 192.0.2.1", ["sub NS ns1.sub.example.com"], "zona dns.delegation.below"],
  // Glue of a sister delegation (RFC 9471, 2.2).
  ["ns.b A 192.0.2.1", ["b NS ns1.example.net", "a NS ns.b.example.com"], null],
  ["subway A 192.0.2.1", ["sub NS ns1.example.net"], null],
  // The zone's own name servers delegate nothing away.
  ["www A 192.0.2.1", ["@ NS ns1.example.com"], null],
];

const aliases: Row[] = [
  ["@ MX 10 mail.example.com", ["mail A 192.0.2.1"], null],
  ["@ MX 10 mail.example.com", ["mail CNAME a.example.net"], "value dns.target.alias"],
  ["sub NS ns.example.com", ["ns CNAME a.example.net"], "value dns.target.alias"],
  ["_a._tcp SRV 10 1 1 a.example.com", ["a CNAME a.example.net"], "value dns.target.alias"],
  ["www CNAME a.example.com", ["a CNAME a.example.net"], null],
  ["www ANAME a.example.com", ["a CNAME a.example.net"], null],
  ["mail CNAME a.example.net", ["@ MX 10 mail.example.com"], "zona dns.cname_is_target"],
  ["ns CNAME a.example.net", ["sub NS ns.example.com"], "zona dns.cname_is_target"],
  ["a CNAME a.example.net", ["_a._tcp SRV 10 1 1 a.example.com"], "zona dns.cname_is_target"],
  ["mail CNAME a.example.net", ["www CNAME mail.example.com", "@ MX 10 mail.example.net"], null],
];

test("rules between records", () => {
  for (const [added, there, expected] of [...sameName, ...delegations, ...aliases]) {
    const found = conflictsWith(read(added), [...apex, ...there].map(read), zone);
    const key = found && (typeof found.message === "string" ? found.message : found.message.key);
    assert.equal(found && `${found.field} ${key}`, expected, `${added} beside ${there.join(" | ")}`);
  }
});

test("a conflict names the place in Unicode", () => {
  const name = "www.xn--espaa-rta.es";
  const alias = { name, type: "CNAME", value: "a.example.net", priority: null };
  const found = conflictsWith({ ...alias, type: "TXT", value: "a" }, [alias], "xn--espaa-rta.es");
  assert.deepEqual(found?.message, { key: "dns.cname_exists", values: { name: "www.españa.es" } });
});

test("what a delegation would hide is named", () => {
  const hidden = [
    "host.sub A 192.0.2.1",
    "host.sub A 192.0.2.2",
    "sub TXT a",
    "a.sub MX 10 m.test",
    "b.sub TXT b",
  ];
  const found = conflictsWith(read("sub NS ns1.example.net"), hidden.map(read), zone);
  const records = "host.sub.example.com A, sub.example.com TXT, a.sub.example.com MX";
  assert.deepEqual(found?.message, { key: "dns.delegation.occludes", values: { records, more: 1 } });
});

test("hosts that must not be aliases", () => {
  assert.equal(hostTarget(read("@ MX 10 mail.example.com")), "mail.example.com");
  assert.equal(hostTarget(read("@ MX 0 .")), null);
  assert.equal(hostTarget(read("_a._tcp SRV 0 0 0 .")), null);
  assert.equal(hostTarget(read("_a._tcp SRV 0 1 2 a.example.com")), "a.example.com");
  assert.equal(hostTarget(read("www CNAME mail.example.com")), null);
});
