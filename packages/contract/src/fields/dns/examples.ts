/**
 * Valid records of every type, as typed and as stored; test data. All of them fit into one zone, so that a test can load
 * the zone into a real name server, transfer it and compare.
 */
import { presentTxt } from "./txt.ts";
import type { RecordType } from "./types.ts";

export interface ValidExample {
  readonly zona: string;
  readonly value: string;
  readonly priority?: string;
  /** The value as stored; where it is missing it is the value as typed. */
  readonly stored?: string;
}

export const exampleZone = "example.test";

/** The same owner name for none: `a0`, `a1`, …, unless an example names its own. */
const named = (
  prefix: string,
  rows: readonly (string | readonly [typed: string, stored: string] | ValidExample)[],
) =>
  rows.map((row, index): ValidExample => {
    if (typeof row !== "string" && "value" in row) return row;
    const zona = `${prefix}${index}`;
    return typeof row === "string" ? { zona, value: row } : { zona, value: row[0], stored: row[1] };
  });

const longLabel = "a".repeat(63);
const longName = `${Array.from({ length: 3 }, () => longLabel).join(".")}.${"b".repeat(61)}`;
const dkimKey = `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A".repeat(17)}`;

/** Targets that every type with a host takes. */
const hosts = [
  "host.example.net",
  ["host.example.net.", "host.example.net"],
  ["HOST.Example.NET", "host.example.net"],
  ["  host.example.org ", "host.example.org"],
  ["españa.example.net", "xn--espaa-rta.example.net"],
  ["ESPAÑA.example.net", "xn--espaa-rta.example.net"],
  ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
  ["faß.example.net", "xn--fa-hia.example.net"],
  "xn--espaa-rta.example.net",
  "1.example.net",
  "1-2-3-4.example.net",
  "a--b.example.net",
  "3com.example",
  `${longLabel}.example.net`,
  longName,
  ["☃.example.net", "xn--n3h.example.net"],
] as const;

const services = ["_sip", "_sips", "_http", "_imaps", "_ldap", "_xmpp-client", "_minecraft", "_autodiscover"];

export const validExamples: Readonly<Record<RecordType, readonly ValidExample[]>> = {
  A: [
    { zona: "", value: "192.0.2.1" },
    { zona: "@", value: "192.0.2.2" },
    { zona: "*", value: "192.0.2.3" },
    { zona: "*.wild", value: "192.0.2.4" },
    { zona: "WWW", value: "192.0.2.5" },
    { zona: "full.example.test", value: "192.0.2.6" },
    { zona: "absolute.example.test.", value: "192.0.2.7" },
    { zona: "ñandú", value: "192.0.2.8" },
    { zona: "deep.er.and.deep.er", value: "192.0.2.9" },
    { zona: "under_score", value: "192.0.2.10" },
    { zona: longLabel, value: "192.0.2.11" },
    ...named("a", [
      "0.0.0.0",
      "1.1.1.1",
      "10.0.0.1",
      "127.0.0.1",
      "172.16.254.255",
      "198.51.100.99",
      "249.250.199.200",
      "255.255.255.255",
      [" 203.0.113.7 ", "203.0.113.7"],
    ]),
  ],
  AAAA: [
    { zona: "", value: "2001:db8::1" },
    { zona: "*", value: "2001:db8::2" },
    ...named("aaaa", [
      "::",
      "::1",
      "1::",
      "fe80::1",
      "2001:db8:1:2:3:4:5:6",
      ["2001:DB8::A", "2001:db8::a"],
      ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
      ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
      ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
      ["2001:db8::0:1", "2001:db8::1"],
      ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
      "::ffff:0:1:2",
      ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
      ["::192.0.2.1", "::c000:201"],
      [" 2001:db8::ff ", "2001:db8::ff"],
      "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    ]),
  ],
  ANAME: [...named("aname", [...hosts, "_app.cdn.example.net", ["@", exampleZone]])],
  CAA: [
    { zona: "", value: '0 issue "letsencrypt.org"' },
    ...named("caa", [
      '128 issue "letsencrypt.org"',
      ['0128 "issue" "letsencrypt.org"', '128 issue "letsencrypt.org"'],
      '255 issuewild "ca.example.net"',
      '0 issue ";"',
      '0 issuewild ";"',
      ['0 issue ""', '0 issue ";"'],
      ["0 issue letsencrypt.org", '0 issue "letsencrypt.org"'],
      ['0  ISSUE   "LetsEncrypt.org"', '0 issue "letsencrypt.org"'],
      ['000 issue "pki.goog"', '0 issue "pki.goog"'],
      ['0 issue "ca.example.net; account=230123"', '0 issue "ca.example.net; account=230123"'],
      [
        '0 issue "letsencrypt.org;validationmethods=dns-01 ; accounturi = https://a.example/acct/1"',
        '0 issue "letsencrypt.org; validationmethods=dns-01; accounturi=https://a.example/acct/1"',
      ],
      ['0 issue "letsencrypt.org;"', '0 issue "letsencrypt.org"'],
      ['0 issue "; policy=ev"', '0 issue "; policy=ev"'],
      '0 iodef "mailto:security@example.net"',
      ['0 iodef "MAILTO:Security+caa@Example.net"', '0 iodef "mailto:Security+caa@example.net"'],
      '0 iodef "https://example.net/report?id=1&b=2"',
      ['0 iodef "http://EXAMPLE.net"', '0 iodef "http://example.net/"'],
      ['0 iodef "https://españa.example.net/ñ"', '0 iodef "https://xn--espaa-rta.example.net/%C3%B1"'],
      ['0 issue "españa.example.net"', '0 issue "xn--espaa-rta.example.net"'],
    ]),
  ],
  CNAME: [
    { zona: "*.star", value: "host.example.net" },
    { zona: "_domainkey.cname", value: "_selector._domainkey.mail.example.net" },
    ...named("cname", [...hosts, "a_b.example.net", ["@", exampleZone], "www.example.test"]),
  ],
  MX: [
    { zona: "", value: "mx1.example.net", priority: "10" },
    { zona: "", value: "mx2.example.net", priority: "20" },
    { zona: "", value: "@", stored: exampleZone, priority: "100" },
    { zona: "nomail", value: "." },
    { zona: "*.mx", value: "mx1.example.net", priority: "0" },
    ...named("mx", hosts),
  ],
  NS: [
    { zona: "_acme-challenge.ns", value: "acme.example.net" },
    { zona: "glued", value: "ns1.glued.example.test" },
    ...named("ns", hosts),
  ],
  SRV: [
    { zona: "_nothing._tcp", value: "0 0 ." },
    { zona: "*.wild", value: "0 5060 sip.example.net" },
    { zona: "*._ws", value: "0 443 ws.example.net" },
    { zona: "_sip._tcp.*.wild", value: "0 5060 sip.example.net" },
    { zona: "_sip._tcp.office", value: "0 5060 sip.example.net", priority: "0" },
    { zona: "_sip._udp", value: "65535 65535 sip.example.net", priority: "100" },
    { zona: "_SIP._TLS", value: " 05  0443   SIP.example.net. ", stored: "5 443 sip.example.net" },
    { zona: "_self._tcp", value: "1 1 @", stored: `1 1 ${exampleZone}` },
    { zona: "_idn._tcp", value: "1 1 españa.example.net", stored: "1 1 xn--espaa-rta.example.net" },
    { zona: "_long._tcp", value: `1 1 ${longName}` },
    ...services.map((service) => ({ zona: `${service}._tcp.srv`, value: "5 5060 host.example.net" })),
  ],
  TXT: [
    { zona: "", value: "v=spf1 include:_spf.example.net ~all" },
    { zona: "_dmarc", value: "v=DMARC1; p=quarantine; rua=mailto:dmarc@example.net" },
    { zona: "s1._domainkey", value: dkimKey },
    { zona: "*.txt", value: "wildcard" },
    ...named("txt", [
      "a",
      ['"quoted"', "quoted"],
      ['"two " "strings"', "two \nstrings"],
      ['"txtvers=1" "path=/"', "txtvers=1\npath=/"],
      ['"no""gap"', "no\ngap"],
      ['"" "empty" "" "strings" ""', "\nempty\n\nstrings\n"],
      ['"a\\"b" "c\\\\d" "\\195\\177"', 'a"b\nc\\d\nñ'],
      [`"${"x".repeat(300)}" "y"`, `${"x".repeat(255)}\n${"x".repeat(45)}\ny`],
      [`"${"x".repeat(255)}" "as one text"`, `${"x".repeat(255)}as one text`],
      ['"  spaces  "', "  spaces  "],
      ['"a\\"b"', 'a"b'],
      ['"a\\\\b"', "a\\b"],
      ['"\\195\\177 \\065"', "ñ A"],
      ['"\\"whole\\""', '"whole"'],
      ['( "v=DKIM1; "\n  "p=abc" )', "v=DKIM1; \np=abc"],
      'say "hi"',
      "C:\\path\\000",
      "semi;colon, comma (paren) @ $ORIGIN",
      "ñandú €uro 😀",
      "x".repeat(255),
      "x".repeat(256),
      `${"x".repeat(254)}ñ tail`,
      '"\\'.repeat(3).slice(1),
      "x".repeat(4096),
      "ñ".repeat(2048),
      "\\;",
      "key=value",
      "0123456789".repeat(60),
    ]),
  ],
};

/** Addresses that the delegation `glued` above needs. */
export const glueExamples: readonly ValidExample[] = [{ zona: "ns1.glued", value: "192.0.2.53" }];

/** Not for `.`, alone or at the end of an SRV: it is absolute. */
const absolute = (value: string): string => (value.endsWith(".") ? value : `${value}.`);

/** RDATA as a zone file writes it, from a stored record. ANAME has none: name servers see its addresses. */
export function presentRdata(record: { type: RecordType; value: string; priority: number | null }): string {
  switch (record.type) {
    case "ANAME":
    case "CNAME":
    case "NS":
      return absolute(record.value);
    case "MX":
    case "SRV":
      return `${record.priority} ${absolute(record.value)}`;
    case "TXT":
      return presentTxt(record.value);
    default:
      return record.value;
  }
}
