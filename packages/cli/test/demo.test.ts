import assert from "node:assert/strict";
import { test } from "node:test";
import { languages, parseRecord, permissionKeys, recordTypes } from "@atrio/contract";
import { parseMailAddress } from "@atrio/contract/fields/mail-address.ts";
import { localPart, quotaMin } from "@atrio/contract/mailbox.ts";
import { checkContact } from "@atrio/server/features/contact/check.ts";
import { renderMarkdown } from "@atrio/server/features/legal/html.ts";
import { defaultBrand, resellers, textOf } from "../src/demo/brands.ts";
import { demoContacts, demoOrders } from "../src/demo/domains.ts";
import { demoHoldings, demoUsers, mainHolding } from "../src/demo/holdings.ts";
import { demoMail } from "../src/demo/mail.ts";

test("the demo has the holdings that documentation and tests name", () => {
  const names = demoHoldings().map(({ reference }) => reference);
  assert.equal(names.length, 28);
  assert.deepEqual(
    [names[0], names[1], names[2], names[3], names.at(-2), names.at(-1)],
    [mainHolding, "parked.test", "expired.test", "example-01.test", "example-24.test", "taller.llaves.test"],
  );
});

test("every record of the demo is one a customer could enter", () => {
  for (const { reference, records } of demoHoldings())
    for (const draft of records)
      assert.ok(
        parseRecord(draft.type, draft, reference).ok,
        `${draft.type} ${draft.zona} ${draft.value} in ${reference}`,
      );
});

test("every contact of the demo is one a customer could enter", () => {
  for (const { organization, identificationNumber, ...contact } of demoContacts) {
    const form = { ...contact, isOrg: organization !== null, identNumber: identificationNumber };
    const checked = checkContact({ ...form, ...(organization !== null && { orgName: organization }) });
    assert.ok(checked.ok, JSON.stringify(checked));
    assert.deepEqual(checked.contact.phone, contact.phone);
  }
});

test("the orders of the demo are for domains that it has", () => {
  const names = new Set(demoHoldings().map(({ reference }) => reference));
  for (const name of Object.keys(demoOrders)) assert.ok(names.has(name), name);
});

test("the main zone shows all nine types", () => {
  const main = demoHoldings().find(({ reference }) => reference === mainHolding);
  assert.deepEqual(
    [...new Set(main?.records.map(({ type }) => type))].toSorted(),
    [...recordTypes].toSorted(),
  );
});

test("the mail of the demo is what a customer could enter, and leads to what is there", () => {
  const withMail = new Set(demoHoldings().flatMap(({ reference, hasMail }) => (hasMail ? [reference] : [])));
  const addresses = demoMail.flatMap(({ reference, mailboxes, aliases }) =>
    [...mailboxes, ...aliases].map(({ name }) => `${name}@${reference}`),
  );
  assert.equal(new Set(addresses).size, addresses.length);
  for (const { reference, limits, mailboxes, aliases } of demoMail) {
    assert.ok(withMail.has(reference), reference);
    for (const { name } of [...mailboxes, ...aliases]) assert.ok(localPart.safeParse(name).success, name);
    const targets = [
      ...mailboxes.flatMap(({ forward = [] }) => forward),
      ...aliases.flatMap((one) => one.target),
    ];
    for (const target of targets)
      assert.ok(parseMailAddress(target).ok && addresses.includes(target), target);
    const quotas = mailboxes.map(({ quota }) => quota);
    assert.ok(Math.min(...quotas) >= quotaMin && quotas.reduce((sum, one) => sum + one) <= limits.quota);
    assert.ok(mailboxes.length <= limits.mailboxesMax && aliases.length <= limits.aliasesMax);
  }
});

test("only what is past its date is past its date", () => {
  const past = demoHoldings().filter(
    ({ domainExpiresAt }) => domainExpiresAt !== null && domainExpiresAt.getTime() < Date.now(),
  );
  assert.deepEqual(
    past.map(({ reference }) => reference),
    ["expired.test"],
  );
});

test("the four users have what their names say", () => {
  assert.deepEqual(
    demoUsers.map(({ username }) => username),
    ["owner", "viewer", "dns", "mail"],
  );
  const [owner, viewer, dns, mail] = demoUsers.map(({ permissions }) => permissions);
  assert.ok(permissionKeys.every((key) => owner?.[key] === "write" && viewer?.[key] === "read"));
  assert.deepEqual(dns, { service_dnszone: "write" });
  assert.deepEqual(Object.keys(mail ?? {}), ["servicemail", "servicemail_accounts", "servicemail_alias"]);
});

test("every brand has its texts in both languages, and names nobody else", () => {
  for (const brand of [defaultBrand, ...resellers])
    for (const language of languages) {
      const { legal, privacyTitle, privacyText } = textOf(brand, language);
      assert.ok(privacyTitle.endsWith(brand.name), privacyTitle);
      for (const text of [renderMarkdown(legal), privacyText]) {
        assert.ok(text.includes(brand.facts.legalName) && text.includes(brand.facts.taxNumber));
        assert.doesNotMatch(text, /[{}]/);
        for (const other of [defaultBrand, ...resellers].filter((one) => one !== brand))
          assert.ok(!text.includes(other.name), `${brand.name} names ${other.name}`);
      }
    }
});
