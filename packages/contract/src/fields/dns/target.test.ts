import assert from "node:assert/strict";
import { test } from "node:test";
import { parseValue } from "../dns-value.ts";
import { outcome } from "../outcome.ts";
import type { RecordType } from "./types.ts";

const context = { name: "www.example.com", zoneName: "example.com" };
const read = (type: RecordType, value: string) => outcome(parseValue(type, value, context));

const targetTypes = ["ANAME", "CNAME", "MX", "NS"] as const;

/** The same for every type that names a host. */
const hosts = [
  ["mail.example.net", "mail.example.net"],
  ["Mail.Example.NET.", "mail.example.net"],
  [" mail.example.net ", "mail.example.net"],
  ["@", "example.com"],
  ["example.com.", "example.com"],
  ["mail.españa.es", "mail.xn--espaa-rta.es"],
  ["mail。example。net", "mail.example.net"],
  ["1.example.net", "1.example.net"],
  ["mail.xn--p1ai", "mail.xn--p1ai"],
  ["a.b", "a.b"],
  ["", "!dns.target.required"],
  ["  ", "!dns.target.required"],
  ["mail", "!dns.target.single_label"],
  ["mail.", "!dns.target.single_label"],
  ["MAIL。", "!dns.target.single_label"],
  ["localhost", "!dns.target.single_label"],
  ["ñ", "!dns.target.single_label"],
  ["192.0.2.1", "!dns.target.address"],
  ["192.0.2.1.", "!dns.target.address"],
  ["192.0.2", "!dns.target.address"],
  ["300.1.1.1", "!dns.target.address"],
  ["１９２.0.2.1", "!dns.target.address"],
  ["mail.example.123", "!dns.target.address"],
  ["42", "!dns.target.address"],
  ["2001:db8::1", "!dns.target.address"],
  ["::ffff:192.0.2.1", "!dns.target.address"],
  ["mail..net", "!dns.name.empty_label"],
  [".mail.net", "!dns.name.empty_label"],
  ["mail.net..", "!dns.name.empty_label"],
  ["*.example.net", "!dns.name.no_wildcard"],
  ["-mail.example.net", "!dns.name.hyphen"],
  ["mail-.example.net", "!dns.name.hyphen"],
  ["https://example.net/", "!dns.name.characters"],
  ["example.net/path", "!dns.name.characters"],
  ["example.net:443", "!dns.name.characters"],
  ["user@example.net", "!dns.name.characters"],
  ["mail example.net", "!dns.name.characters"],
  ["mail.example.net,", "!dns.name.characters"],
  ["mail.example.net;", "!dns.name.characters"],
  ["mail.example.net\nevil", "!dns.name.characters"],
  ["mail.example.net\0", "!dns.name.characters"],
  ['"mail.example.net"', "!dns.name.characters"],
  ["mail\\.example.net", "!dns.name.characters"],
  ["(mail.example.net)", "!dns.name.characters"],
  [`${"a".repeat(64)}.example.net`, "!dns.name.label_long"],
  [`${"a.".repeat(126)}ab`, "!dns.name.long"],
] as const;

test("hosts", () => {
  for (const type of targetTypes) {
    for (const [value, expected] of hosts) {
      assert.equal(read(type, value), expected, `${type} ${value}`);
    }
  }
});

const rows = [
  // Aliases and their like point to names that no host has (RFC 8552) ...
  ["CNAME", "_abc.acm-validations.aws", "_abc.acm-validations.aws"],
  ["CNAME", "s1._domainkey.example.net", "s1._domainkey.example.net"],
  ["ANAME", "my_app.example.net", "my_app.example.net"],
  // ... hosts have none.
  ["MX", "_mail.example.net", "!dns.name.no_underscore"],
  ["NS", "ns_1.example.net", "!dns.name.no_underscore"],
  ["CNAME", ".", "!dns.name.empty_label"],
  ["ANAME", ".", "!dns.name.empty_label"],
  ["NS", ".", "!dns.name.empty_label"],
  ["MX", ".", "."],
  ["MX", " . ", "."],
  ["MX", "10 mail.example.net", "!dns.mx.priority"],
  ["MX", "10\tmail.example.net.", "!dns.mx.priority"],
  ["MX", "0 .", "!dns.mx.priority"],
  // A record's own name: an alias or delegation of that kind leads nowhere, a mail host may well be there.
  ["CNAME", "www.example.com", "!dns.target.self"],
  ["CNAME", "WWW.example.com.", "!dns.target.self"],
  ["ANAME", "www.example.com", "!dns.target.self"],
  ["NS", "www.example.com", "!dns.target.self"],
  ["MX", "www.example.com", "www.example.com"],
] as const;

test("what differs from type to type", () => {
  for (const [type, value, expected] of rows) assert.equal(read(type, value), expected, `${type} ${value}`);
});

test("the message about a short name shows the full one", () => {
  const parsed = parseValue("CNAME", "tienda", {
    name: "www.xn--espaa-rta.es",
    zoneName: "xn--espaa-rta.es",
  });
  assert.deepEqual(parsed, {
    ok: false,
    error: { key: "dns.target.single_label", values: { label: "tienda", example: "tienda.españa.es" } },
  });
});
