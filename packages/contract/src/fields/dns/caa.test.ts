import assert from "node:assert/strict";
import { test } from "node:test";
import { outcome } from "../outcome.ts";
import { joinCaa, parseCaa, splitCaa } from "./caa.ts";

const values = [
  ['0 issue "letsencrypt.org"', '0 issue "letsencrypt.org"'],
  ["0 issue letsencrypt.org", '0 issue "letsencrypt.org"'],
  [' 0\tISSUE  "LetsEncrypt.org" ', '0 issue "letsencrypt.org"'],
  ['0 issue "letsencrypt.org."', '0 issue "letsencrypt.org"'],
  ['0 issue " letsencrypt.org "', '0 issue "letsencrypt.org"'],
  ['128 issuewild "ca.example.net"', '128 issuewild "ca.example.net"'],
  ['255 issue "ca.example.net"', '255 issue "ca.example.net"'],
  ['007 issue "ca.example.net"', '7 issue "ca.example.net"'],
  ['0128 issue "ca.example.net"', '128 issue "ca.example.net"'],
  ['0000 issue "ca.example.net"', '0 issue "ca.example.net"'],
  ['0 "issue" "ca.example.net"', '0 issue "ca.example.net"'],
  ['0 "IssueWild" ca.example.net', '0 issuewild "ca.example.net"'],
  ['0 issue ";"', '0 issue ";"'],
  ["0 issue ;", '0 issue ";"'],
  ['0 issue ""', '0 issue ";"'],
  ['0 issue " ; "', '0 issue ";"'],
  ['0 issue "ca.example.net;"', '0 issue "ca.example.net"'],
  ['0 issue "ca.example.net;a=b"', '0 issue "ca.example.net; a=b"'],
  ['0 issue "ca.example.net ; a = b ; c-d=e=f"', '0 issue "ca.example.net; a=b; c-d=e=f"'],
  ['0 issue "ca.example.net; a="', '0 issue "ca.example.net; a="'],
  ["0 issue ca.example.net; a=b", '0 issue "ca.example.net; a=b"'],
  ['0 issue "; a=b"', '0 issue "; a=b"'],
  ['0 issue "españa.es"', '0 issue "xn--espaa-rta.es"'],
  ['0 iodef "mailto:a@example.net"', '0 iodef "mailto:a@example.net"'],
  ["0 iodef mailto:A.b+c@EXAMPLE.net", '0 iodef "mailto:A.b+c@example.net"'],
  ['0 iodef "mailto:a@españa.es"', '0 iodef "mailto:a@xn--espaa-rta.es"'],
  ['0 iodef "https://example.net/caa?x=1&y"', '0 iodef "https://example.net/caa?x=1&y"'],
  ['0 iodef "HTTP://EXAMPLE.net"', '0 iodef "http://example.net/"'],
  ['0 iodef "https://example.net/a b"', '0 iodef "https://example.net/a%20b"'],
  ["", "!dns.caa.format"],
  ["0", "!dns.caa.format"],
  ["0 issue", "!dns.caa.format"],
  ["0 issue  ", "!dns.caa.format"],
  ["letsencrypt.org", "!dns.caa.format"],
  ["issue letsencrypt.org", "!dns.caa.format"],
  ['issue "letsencrypt.org" 0', "!dns.caa.flag"],
  ['256 issue "ca.example.net"', "!dns.caa.flag"],
  ['-1 issue "ca.example.net"', "!dns.caa.flag"],
  ['1.0 issue "ca.example.net"', "!dns.caa.flag"],
  ['0x0 issue "ca.example.net"', "!dns.caa.flag"],
  ['0256 issue "ca.example.net"', "!dns.caa.flag"],
  ['"0" issue "ca.example.net"', "!dns.caa.flag"],
  ['0 issuer "ca.example.net"', "!dns.caa.tag"],
  ['0 issuemail "ca.example.net"', "!dns.caa.tag"],
  ['0 "issuer" "ca.example.net"', "!dns.caa.tag"],
  ['0 "issue "ca.example.net"', "!dns.caa.tag"],
  ['0 "" "ca.example.net"', "!dns.caa.tag"],
  ['0 contactemail "a@example.net"', "!dns.caa.tag"],
  ['0 toString "ca.example.net"', "!dns.caa.tag"],
  ['0 issue "letsencrypt"', "!dns.caa.issuer"],
  ['0 issue "Let\'s Encrypt"', "!dns.caa.issuer"],
  ['0 issue "https://letsencrypt.org"', "!dns.caa.issuer"],
  ['0 issue "*.example.net"', "!dns.caa.issuer"],
  ['0 issue "192.0.2.1"', "!dns.caa.issuer"],
  ['0 issue "a_b.example.net"', "!dns.caa.issuer"],
  ['0 issue "ca.example.net', "!dns.caa.issuer"],
  ['0 issue ca.example.net"', "!dns.caa.issuer"],
  ['0 issue "ca.example.net" x', "!dns.caa.issuer"],
  ['0 issue "ca.example.net, b.example.net"', "!dns.caa.issuer"],
  ['0 issue "a"b.example.net"', "!dns.caa.issuer"],
  ['0 issue "ca.example.net\n"', '0 issue "ca.example.net"'],
  ['0 issue "ca\n.example.net"', "!dns.caa.issuer"],
  ['0 issue "ca.example.net; a"', "!dns.caa.parameter"],
  ['0 issue "ca.example.net; =b"', "!dns.caa.parameter"],
  ['0 issue "ca.example.net;; a=b"', "!dns.caa.parameter"],
  ['0 issue "ca.example.net; a=b c=d"', "!dns.caa.parameter"],
  ['0 issue "ca.example.net; -a=b"', "!dns.caa.parameter"],
  ['0 issue "ca.example.net; a_b=c"', "!dns.caa.parameter"],
  ['0 issue "ca.example.net; a=ñ"', "!dns.caa.parameter"],
  ['0 issue "ca.example.net; a=\\""', "!dns.caa.parameter"],
  ['0 issue "ca.example.net; a=b\0"', "!dns.caa.parameter"],
  ['0 issue "%%%%%"', "!dns.caa.issuer"],
  ['0 iodef "a@example.net"', "!dns.caa.iodef"],
  ['0 iodef "mailto:"', "!dns.caa.iodef"],
  ['0 iodef "mailto:a"', "!dns.caa.iodef"],
  ['0 iodef "mailto:a@b"', "!dns.caa.iodef"],
  ['0 iodef "mailto:a b@example.net"', "!dns.caa.iodef"],
  ['0 iodef "mailto:a@example.net?subject=x"', "!dns.caa.iodef"],
  ['0 iodef "mailto:a@b@example.net"', "!dns.caa.iodef"],
  ['0 iodef ""', "!dns.caa.iodef"],
  ['0 iodef ";"', "!dns.caa.iodef"],
  ['0 iodef "ftp://example.net/"', "!dns.caa.iodef"],
  ['0 iodef "javascript:alert(1)"', "!dns.caa.iodef"],
  ['0 iodef "https://"', "!dns.caa.iodef"],
  ['0 iodef "https://localhost/"', "!dns.caa.iodef"],
  ['0 iodef "https://127.1/"', "!dns.caa.iodef"],
  ['0 iodef "https://[::1]/"', "!dns.caa.iodef"],
  ['0 iodef "https://example.net/?a\\b"', "!dns.caa.iodef"],
  [`0 issue "ca.example.net; a=${"b".repeat(300)}"`, "!dns.caa.long"],
  [`0 issue "${"a".repeat(100_000)}"`, "!dns.caa.long"],
] as const;

test("CAA values", () => {
  for (const [input, expected] of values)
    assert.equal(outcome(parseCaa(input)), expected, input.slice(0, 80));
});

test("every flag of an octet is taken", () => {
  for (let flag = 0; flag <= 255; flag += 1) {
    assert.equal(outcome(parseCaa(`${flag} issue ca.example.net`)), `${flag} issue "ca.example.net"`);
  }
});

test("the parts of a value are read back", () => {
  const parts = { flag: "128", tag: "issuewild", value: "ca.example.net; a=b" };
  assert.equal(joinCaa(parts), '128 issuewild "ca.example.net; a=b"');
  assert.deepEqual(splitCaa(joinCaa(parts)), parts);
  assert.deepEqual(splitCaa("0 0 x"), { flag: "0", tag: "0", value: "x" });
  assert.deepEqual(splitCaa('0 issue ""'), { flag: "0", tag: "issue", value: "" });
  assert.equal(splitCaa("0 issue"), null);
});
