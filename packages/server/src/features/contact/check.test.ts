import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type MessageKey, phonePrefixes, postalCodeLength } from "@atrio/contract";
import * as fc from "fast-check";
import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import { translate } from "../../http/language.ts";
import { type ContactForm, checkContact } from "./check.ts";

const person: ContactForm = {
  isOrg: false,
  firstName: "Ana",
  lastName: "García",
  identNumber: "12345678Z",
  orgName: "",
  email: "ana@example.com",
  phone: "+34.912345678",
  country: "ES",
  state: "Zaragoza",
  city: "Zaragoza",
  postalCode: "50001",
  address: "Coso 1, 2.º A",
};
const company: ContactForm = { ...person, isOrg: true, orgName: "Cierzo, S. L.", identNumber: "B99286320" };
const abroad = { state: "Elsewhere", city: "Elsewhere", postalCode: "12345" };

type Field = Exclude<keyof ContactForm, "isOrg">;

function canonical(form: ContactForm, field: Field): string | undefined {
  const checked = checkContact(form);
  assert.ok(checked.ok, JSON.stringify({ form, checked }));
  assert.deepEqual(checkContact(checked.contact), checked, "what was taken is taken again as it is");
  return checked.contact[field];
}
/** The key of the fault of that field; the message must be complete in both languages. */
function fault(form: ContactForm, field: Field): MessageKey | undefined {
  const checked = checkContact(form);
  const found = checked.ok ? undefined : checked.faults[field];
  if (found === undefined) return undefined;
  for (const language of ["es", "en"] as const)
    assert.doesNotMatch(translate(language, found), /undefined|[{}]|^contact\./);
  return typeof found === "string" ? found : found.key;
}

describe("a contact", () => {
  it("is as it was typed where nothing is to be said", () => {
    assert.deepEqual(checkContact(person), { ok: true, contact: person });
    assert.deepEqual(checkContact(company), { ok: true, contact: company });
  });

  it("has every field, an organization its name; each fault is told", () => {
    const nothing = Object.fromEntries(Object.keys(person).map((name) => [name, " "]));
    const checked = checkContact({ ...company, ...nothing, isOrg: true });
    assert.ok(!checked.ok);
    assert.deepEqual(checked.faults, {
      firstName: "main.required",
      lastName: "main.required",
      orgName: "main.required",
      identNumber: { key: "contact.ident_number", values: { minimum: 2, maximum: 30 } },
      email: "main.not_an_email",
      phone: "contact.phone",
      country: "contact.country",
      state: "main.required",
      city: "main.required",
      postalCode: "main.required",
      address: "main.required",
    });
    assert.equal(fault({ ...company, orgName: undefined }, "orgName"), "main.required");
    assert.equal(canonical({ ...person, orgName: "Cierzo" }, "orgName"), "");
  });

  it("is in a country there is, in a province by its name", () => {
    for (const country of ["XX", "EU", "XK", "es", "", "ESP"])
      assert.equal(fault({ ...person, country }, "country"), "contact.country", country);
    assert.equal(canonical({ ...person, state: "ES-50" }, "state"), "Zaragoza");
    assert.equal(canonical({ ...person, state: "Vizcaya", postalCode: "48001" }, "state"), "Bizkaia");
    assert.equal(canonical({ ...person, state: "Aragón" }, "state"), "Aragón");
  });

  it("can be written to", () => {
    assert.equal(canonical({ ...person, email: "Ana@Example.COM" }, "email"), "ana@example.com");
    for (const email of [
      "ana",
      "@example.com",
      "ana@",
      "ana@example",
      "ana@-a.com",
      "ana@exa_mple.com",
      "a@b..c",
    ])
      assert.equal(fault({ ...person, email }, "email"), "main.not_an_email", email);
  });
});

it("whatever is typed is answered", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(...Object.values(person).map(String)),
  );
  const fields = Object.keys(person).filter((name) => name !== "isOrg");
  const forms = fc.record({
    isOrg: fc.boolean(),
    country: fc.constantFrom("ES", "FR", "GR", "US", "GB", "AE", "__proto__"),
    typed: fc.tuple(...fields.filter((name) => name !== "country").map(() => text)),
  });
  fc.assert(
    fc.property(forms, ({ isOrg, country, typed }) => {
      const names = fields.filter((name) => name !== "country");
      const form = {
        ...person,
        ...Object.fromEntries(names.map((name, i) => [name, typed[i]])),
        isOrg,
        country,
      };
      const checked = checkContact(form);
      assert.ok(checked.ok || Object.keys(checked.faults).length > 0);
    }),
    { numRuns: 500 },
  );
});

describe("telephone numbers", () => {
  const good: readonly (readonly [typed: string, stored: string])[] = [
    ["+34.912345678", "+34.912345678"],
    ["+34.612 34 56 78", "+34.612345678"],
    ["+44.02071234567", "+44.2071234567"],
    ["+39.0612345678", "+39.0612345678"],
    ["+1.(212) 555-1234", "+1.2125551234"],
    ["+383.44123456", "+383.44123456"],
  ];
  for (const [typed, stored] of good)
    it(`${typed} is ${stored}`, () => assert.equal(canonical({ ...person, phone: typed }, "phone"), stored));

  const bad: readonly (readonly [typed: string, message: MessageKey])[] = [
    ["912345678", "contact.phone"],
    ["+34912345678", "contact.phone"],
    ["+34.", "contact.phone"],
    ["+34.91234567a", "contact.phone"],
    ["+1234.912345678", "contact.phone"],
    ["+999.912345678", "contact.phone_prefix"],
    ["+0.912345678", "contact.phone_prefix"],
    ["+34.91234567", "contact.phone_number"],
    ["+34.012345678", "contact.phone_number"],
    ["+34.34912345678", "contact.phone_number"],
    ["+34.()", "contact.phone_number"],
    ["+44.1", "contact.phone_number"],
  ];
  for (const [typed, message] of bad)
    it(`${typed} is none`, () => assert.equal(fault({ ...person, phone: typed }, "phone"), message));

  it("have the prefixes that libphonenumber knows", () => {
    assert.deepEqual(
      phonePrefixes,
      Object.fromEntries(getCountries().map((country) => [country, getCountryCallingCode(country)])),
    );
  });
});

describe("identification numbers", () => {
  const good: readonly (readonly [country: string, isOrg: boolean, typed: string, stored: string])[] = [
    ["ES", false, "12345678-z", "12345678Z"],
    ["ES", false, "12.345.678 Z", "12345678Z"],
    ["ES", false, "ES12345678Z", "12345678Z"],
    ["ES", false, "x-1234567-l", "X1234567L"],
    ["ES", false, "Y1234567X", "Y1234567X"],
    ["ES", false, "K1234567L", "K1234567L"],
    ["ES", true, "b-99286320", "B99286320"],
    ["ES", true, "ESA58818501", "A58818501"],
    ["ES", true, "Q2826000H", "Q2826000H"],
    ["FR", true, "FR 40 303 265 045", "40303265045"],
    ["FR", true, "40303265045", "40303265045"],
    ["DE", true, "de136695976", "136695976"],
    ["IT", true, "IT00743110157", "00743110157"],
    ["PT", true, "501964843", "501964843"],
    ["AT", true, "ATU13585627", "U13585627"],
    ["GR", true, "EL094259216", "094259216"],
    ["FR", false, "ab  12-c", "AB 12-C"],
    ["CH", true, "CHE-107.787.577", "CHE-107.787.577"],
    ["US", true, "12-3456789", "12-3456789"],
    ["JP", false, "１２", "１２"],
  ];
  for (const [country, isOrg, typed, stored] of good)
    it(`${country} ${typed} is ${stored}`, () => {
      const form = { ...(isOrg ? company : person), ...(country === "ES" ? {} : abroad), country };
      const checked = checkContact({ ...form, postalCode: "", identNumber: typed });
      assert.ok(!checked.ok);
      assert.deepEqual(Object.keys(checked.faults), ["postalCode"]);
      const postalCode = {
        ES: "50001",
        PT: "1000-001",
        AT: "1010",
        CH: "8000",
        JP: "100-0001",
        GR: "104 31",
      }[country];
      assert.equal(
        canonical({ ...form, postalCode: postalCode ?? "12345", identNumber: typed }, "identNumber"),
        stored,
      );
    });

  const bad: readonly (readonly [country: string, isOrg: boolean, typed: string, message: MessageKey])[] = [
    ["ES", false, "12345678A", "contact.nif_check"],
    ["ES", false, "X1234567A", "contact.nif_check"],
    ["ES", false, "1234567", "contact.nif"],
    ["ES", false, "ABCDEFGHI", "contact.nif"],
    ["ES", false, "", "contact.nif"],
    ["ES", false, "B99286320", "contact.nif_of_company"],
    ["ES", true, "12345678Z", "contact.cif_of_person"],
    ["ES", true, "X1234567L", "contact.cif_of_person"],
    ["ES", true, "B99286321", "contact.nif_check"],
    ["ES", true, "B9928632", "contact.cif"],
    ["ES", true, "FR40303265045", "contact.cif"],
    ["FR", true, "FR40303265046", "contact.vat"],
    ["FR", true, "DE136695976", "contact.vat"],
    ["GR", true, "1", "contact.vat"],
    ["FR", false, "x", "contact.ident_number"],
    ["US", true, "-", "contact.ident_number"],
    ["US", true, "1".repeat(31), "contact.ident_number"],
    ["US", false, "<b>12</b>", "contact.ident_number"],
  ];
  for (const [country, isOrg, typed, message] of bad)
    it(`${country} ${typed} is none of ${isOrg ? "an organization" : "a person"}`, () =>
      assert.equal(
        fault({ ...(isOrg ? company : person), ...abroad, country, identNumber: typed }, "identNumber"),
        message,
      ));
});

describe("postal codes", () => {
  const good: readonly (readonly [country: string, typed: string, stored: string])[] = [
    ["ES", " 50001 ", "50001"],
    ["ES", "50-001", "50001"],
    ["GB", "sw1a1aa", "SW1A 1AA"],
    ["GB", "M1 1AE", "M1 1AE"],
    ["NL", "1234ab", "1234 AB"],
    ["CA", "k1a0b1", "K1A 0B1"],
    ["PT", "1000001", "1000-001"],
    ["BR", "01310-100", "01310-100"],
    ["PL", "00950", "00-950"],
    ["IE", "d02x285", "D02 X285"],
    ["IE", "D6WXY12", "D6W XY12"],
    ["US", "90210", "90210"],
    ["US", "902101234", "90210-1234"],
    ["AR", "c1425abc", "C1425ABC"],
    ["AR", "1425", "1425"],
    ["LV", "1010", "LV-1010"],
    ["LV", "lv 1010", "LV-1010"],
    ["SE", "11455", "114 55"],
    ["JP", "1000001", "100-0001"],
    ["MT", "vlt1117", "VLT 1117"],
    ["AE", "0000", "0000"],
    ["HK", "n-a", "N-A"],
  ];
  for (const [country, typed, stored] of good)
    it(`${country} ${typed} is ${stored}`, () => {
      const form = { ...person, ...(country === "ES" ? {} : abroad), country, identNumber: "12345678Z" };
      assert.equal(canonical({ ...form, postalCode: typed }, "postalCode"), stored);
      assert.ok(stored.length <= postalCodeLength(country));
    });

  const bad: readonly (readonly [country: string, typed: string, message: MessageKey])[] = [
    ["ES", "", "main.required"],
    ["ES", "5000", "contact.postal_code"],
    ["ES", "500011", "contact.postal_code"],
    ["ES", "5000A", "contact.postal_code"],
    ["ES", "53001", "contact.postal_code_spain"],
    ["ES", "00001", "contact.postal_code_spain"],
    ["ES", "28001", "contact.postal_code_province"],
    ["GB", "12345", "contact.postal_code"],
    ["NL", "1234", "contact.postal_code"],
    ["US", "9021", "contact.postal_code"],
    ["LV", "LT-1010", "contact.postal_code"],
    ["AE", "123456", "main.too_long"],
    ["AE", "<b>", "main.invalid_value"],
    ["AE", "-", "main.invalid_value"],
  ];
  for (const [country, typed, message] of bad)
    it(`${country} "${typed}" is none`, () =>
      assert.equal(fault({ ...person, country, postalCode: typed }, "postalCode"), message));

  it("of a place whose province is not known are any province's", () => {
    assert.equal(canonical({ ...person, state: "Aragón", postalCode: "28001" }, "postalCode"), "28001");
  });

  it("are at most five characters where nothing else is known", () => {
    assert.deepEqual(["AE", "ES", "GB", "PT"].map(postalCodeLength), [5, 5, 8, 8]);
  });
});
