import assert from "node:assert/strict";
import { test } from "node:test";
import type { Contact } from "@atrio/contract";
import { draftOf, inputOf, isContactDraft, missingParts, splitPhone, withPlace } from "./contact-draft.ts";

const contact: Contact = {
  type: "organization",
  orgName: "Ejemplo, S.L.",
  name: "Ana Prueba",
  firstName: "Ana",
  lastName: "Prueba",
  vat: "B12345674",
  email: "ana@example.com",
  phone: "+34.930000000",
  address: "Calle Mayor, 1",
  postalCode: "08001",
  city: "Barcelona",
  state: "Barcelona",
  country: "España",
  countryKey: "ES",
  stateKey: "ES-08",
  cityKey: "Barcelona",
};

test("a contact that is not changed is sent as it came, places by their keys", () => {
  const draft = draftOf(contact);
  assert.ok(isContactDraft(structuredClone(draft)));
  assert.deepEqual(inputOf(draft), {
    isOrg: "1",
    orgName: "Ejemplo, S.L.",
    firstName: "Ana",
    lastName: "Prueba",
    identNumber: "B12345674",
    email: "ana@example.com",
    phone: "+34.930000000",
    country: "ES",
    state: "ES-08",
    city: "Barcelona",
    postalCode: "08001",
    address: "Calle Mayor, 1",
  });
});

test("a state that nobody knows stays by its name; who is no organization sends no name of one", () => {
  const draft = { ...draftOf({ ...contact, state: "Ruritania", stateKey: "" }), isOrg: false };
  const { state, orgName } = inputOf(draft);
  assert.deepEqual([state, orgName], ["Ruritania", ""]);
});

const phones: readonly [text: string, country: string, prefix: string | null, phone?: string][] = [
  ["+34.600000000", "ES", "ES", "600000000"],
  ["+34 600 00 00 00", "", "ES", "600000000"],
  ["0034600000000", "FR", "ES", "600000000"],
  ["+1 (212) 555-0100", "US", "US", "2125550100"],
  ["+1.4165550100", "CA", "CA", "4165550100"],
  ["+1.4165550100", "ES", "US", "4165550100"],
  ["+44.2079460000", "JE", "JE", "2079460000"],
  ["+7.4950000000", "", "RU", "4950000000"],
  ["+352.621000000", "LU", "LU", "621000000"],
  ["+39.0600000000", "", "IT", "0600000000"],
  ["600000000", "ES", null],
  ["+999.123456", "ES", null],
  ["+34 call me", "ES", null],
  ["", "", null],
];
for (const [text, country, prefix, phone] of phones)
  test(`${JSON.stringify(text)} of ${country || "nowhere"}: ${prefix ?? "no prefix"}`, () => {
    assert.deepEqual(splitPhone(text, country), prefix === null ? null : { prefix, phone });
  });

test("spaces and signs in the number are not sent; what is missing of it is named", () => {
  const draft = { ...draftOf(null), prefix: "ES", phone: "600 00-00.00" };
  assert.equal(inputOf(draft).phone, "+34.600000000");
  assert.deepEqual(missingParts(draft), []);
  assert.deepEqual(missingParts(draftOf(null)), ["prefix", "phone"]);
});

test("another country empties what lies in it, and proposes its prefix while there is no number", () => {
  const moved = withPlace(draftOf(contact), "country", "PT");
  assert.deepEqual(
    [moved.country, moved.state, moved.city, moved.postalCode, moved.address, moved.prefix],
    ["PT", "", "", "", "Calle Mayor, 1", "ES"],
  );
  assert.equal(withPlace(draftOf(null), "country", "PT").prefix, "PT");
  const same = draftOf(contact);
  assert.equal(withPlace(same, "country", "ES"), same);
  assert.deepEqual(
    [withPlace(same, "state", "ES-28").city, withPlace(same, "state", "ES-28").country],
    ["", "ES"],
  );
});

test("what an older version kept is no draft", () => {
  assert.ok(!isContactDraft({ ...draftOf(null), prefix: undefined }));
  assert.ok(!isContactDraft({ ...draftOf(null), mode: "other" }));
  assert.ok(!isContactDraft(null));
});
