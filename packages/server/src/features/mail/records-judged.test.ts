import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Said,
  type Says,
  type Verdict,
  type WantedRecord,
  judgeRecord,
  worstOf,
} from "./records-judged.ts";

const domain = "shop.test";
const ours = { domain, mailHosts: ["mx1.atrio.test", "mx2.atrio.test"], webIpv4: "192.0.2.10" };
const mx = (value: string): Said => ({ type: "MX", value, priority: 5 });
const txt = (value: string): Said => ({ type: "TXT", value, priority: null });
const a = (value: string): Said => ({ type: "A", value, priority: null });
const alias = (value: string): Said => ({ type: "CNAME", value, priority: null });
const srv = (value: string): Said => ({ type: "SRV", value, priority: 3 });

const wanted = (
  purpose: WantedRecord["purpose"],
  type: WantedRecord["type"],
  value: string,
): WantedRecord => ({
  purpose,
  name: purpose === "spf" || purpose === "mx" ? domain : `name.${domain}`,
  type,
  value,
  priority: null,
});
const spf = (value = "v=spf1 a mx ~all") => wanted("spf", "TXT", value);
const dkim = wanted("dkim", "TXT", "v=DKIM1; k=rsa; p=AAAA");
const dmarc = wanted("dmarc", "TXT", "v=DMARC1; p=none");
const imap = wanted("client", "CNAME", "imap.atrio.test");
const imaps = wanted("client", "SRV", "1 993 imap.atrio.test");
const mail = wanted("mx", "MX", "mx1.atrio.test");

const toUs = [mx("mx1.atrio.test")];
const cases: [string, WantedRecord, Said[], "right" | "other" | "missing"][] = [
  ["our mail host among others", mail, [mx("backup.test"), mx("mx1.atrio.test")], "right"],
  ["mail elsewhere", mail, [mx("mail.elsewhere.test")], "other"],
  ["no mail host", mail, [], "missing"],
  ["our SPF", spf(), [txt("v=spf1 a mx ~all")], "right"],
  ["SPF by our mail hosts", spf(), [...toUs, txt("v=spf1 MX include:news.test -all")], "right"],
  ["SPF by the mail hosts of others", spf(), [mx("x.test"), txt("v=spf1 mx -all")], "other"],
  ["SPF by our web address", spf(), [a("192.0.2.10"), txt("v=spf1 +a -all")], "right"],
  ["SPF by the web address of others", spf(), [a("192.0.2.99"), txt("v=spf1 a -all")], "other"],
  ["SPF by a mail host's name", spf(), [txt("v=spf1 a:mx2.atrio.test -all")], "right"],
  ["SPF that refuses us", spf(), [...toUs, txt("v=spf1 -mx +all")], "other"],
  ["SPF that refuses all", spf(), [txt("v=spf1 -all")], "other"],
  ["two of SPF", spf(), [txt("v=spf1 a mx ~all"), txt("v=spf1 -all")], "other"],
  ["no SPF beside other texts", spf(), [txt("v=spf10"), txt("verification=1")], "missing"],
  [
    "a relay that is included",
    spf("v=spf1 a mx include:r.test ~all"),
    [txt("v=spf1 include:r.test -all")],
    "right",
  ],
  [
    "a relay that is left out",
    spf("v=spf1 a mx include:r.test ~all"),
    [...toUs, txt("v=spf1 a mx -all")],
    "other",
  ],
  ["our key", dkim, [txt("v=DKIM1;k=rsa; h=sha256; p=AA AA")], "right"],
  ["another key", dkim, [txt("v=DKIM1; k=rsa; p=BBBB")], "other"],
  ["no key", dkim, [], "missing"],
  ["any DMARC policy", dmarc, [txt("v=DMARC1; p=reject; rua=mailto:x@y.test")], "right"],
  ["DMARC without a policy", dmarc, [txt("v=DMARC1; rua=mailto:x@y.test")], "other"],
  ["two of DMARC", dmarc, [txt("v=DMARC1; p=none"), txt("v=DMARC1; p=none")], "other"],
  ["no DMARC", dmarc, [], "missing"],
  ["our alias", imap, [alias("imap.atrio.test"), a("192.0.2.27")], "right"],
  ["another alias", imap, [alias("outlook.test")], "other"],
  ["an address", imap, [a("192.0.2.5")], "other"],
  ["no alias", imap, [], "missing"],
  ["our service with another weight", imaps, [srv("0 993 imap.atrio.test")], "right"],
  ["our service at another port", imaps, [srv("1 143 imap.atrio.test")], "other"],
  ["a service that is said not to be", imaps, [srv("0 0 .")], "other"],
];
for (const [what, record, said, state] of cases)
  test(`${what}: ${state}`, () => {
    const isOf = (type: string) => (one: Said) =>
      one.type === type || (type === "A" && one.type === "CNAME" && record.type === "CNAME");
    const says: Says = (_, type) => said.filter(isOf(type));
    const verdict = judgeRecord(record, ours, says);
    assert.equal(verdict?.state, state);
    assert.equal(verdict.found.length > 0, state === "other", verdict.found.join());
  });

const elsewhere: Says = (_, type) =>
  type === "MX" ? [mx("mail.elsewhere.test")] : [alias("mail.elsewhere.test"), a("192.0.2.5")];

test("what stands there is told as it is written", () => {
  assert.deepEqual(judgeRecord(mail, ours, elsewhere)?.found, ["5 mail.elsewhere.test"]);
  assert.deepEqual(judgeRecord(imap, ours, elsewhere)?.found, ["CNAME mail.elsewhere.test", "A 192.0.2.5"]);
});

test("of several servers the one that is wrong counts; of none nothing is known", () => {
  const right: Verdict = { state: "right", found: [] };
  const other: Verdict = { state: "other", found: ["x"] };
  assert.deepEqual(worstOf([right, null, other]), other);
  assert.deepEqual(worstOf([right, null, { state: "missing", found: [] }]).state, "missing");
  assert.deepEqual(worstOf([null, right]), right);
  assert.deepEqual(worstOf([null]), { state: "unknown", found: [] });
  assert.equal(
    judgeRecord(mail, ours, () => null),
    null,
  );
});
