import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ContactMode, FormOf, contactCalls } from "@atrio/contract";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { addDomain, putContact, setTld, startCarrier } from "../../../test/contacts.ts";
import { contactsOf } from "./store.ts";

type Form = Omit<FormOf<typeof contactCalls.contactOwnerSave>, "type">;
const person: Form = {
  isOrg: "0",
  firstName: "Ana",
  lastName: "Prueba",
  identNumber: "12345678-z",
  email: "ana@example.com",
  phone: "+34.600000000",
  postalCode: "28013",
  country: "ES",
  state: "Madrid",
  city: "Madrid",
  address: "Calle Mayor, 1",
};

/** The same at the registry. */
const stored = {
  organization: null,
  firstName: "Ana",
  lastName: "Prueba",
  identificationNumber: "12345678Z",
  email: "ana@example.com",
  phone: "+34.600000000",
  address: "Calle Mayor, 1",
  postalCode: "28013",
  city: "Madrid",
  state: "Madrid",
  country: "ES",
};

let panel: TestApp;
let holdings = 0;
before(async () => {
  panel = await makeApp();
  await setTld(panel, "test", "update");
});
after(() => panel.stop());

interface Owner {
  readonly id: number;
  readonly name: string;
  readonly user: TestUser;
}
async function owner(): Promise<Owner> {
  const name = `contact${++holdings}.test`;
  const id = await addDomain(panel, name);
  const user = await panel.asUser({ [id]: { domain_contacts: "write", domain_ownercontacts: "write" } });
  return { id, name, user };
}
const save = (
  { id, user }: Owner,
  given: Partial<Form> = {},
  mode: ContactMode = "only_contact",
  language = "es",
) =>
  user.call("contactSave", {
    params: { id },
    input: { ...person, ...given, type: "admin", mode },
    headers: { "accept-language": language },
  });
const contacts = ({ id }: Owner) => contactsOf(panel, id, "es");
const orders = async () =>
  (
    await sql<{ holding: number; state: string; job: number; bulk: boolean }>`
      select holding_id as holding, state, job_id as job, bulk from atrio.registry_order order by id`.execute(
      panel.db,
    )
  ).rows;
const openOrders = async () => (await orders()).filter(({ state }) => state === "new");

test("a contact is saved in its canonical form, and the reply is it alone", async () => {
  const one = await owner();
  const carrier = startCarrier(panel);
  const reply = await save(one);
  const again = await save(one, { firstName: "Eva" });
  await carrier.stop();
  assert.equal(reply.status, 200, reply.body);
  assert.deepEqual(reply.system.info, ["Contacto guardado en el registro."]);
  const { admin, billing, tech, undo } = reply.data;
  assert.deepEqual([billing, tech], [undefined, undefined]);
  assert.equal(undo, null, "no registry takes a contact away again");
  assert.equal(typeof again.data.undo, "number");
  assert.deepEqual(admin, {
    type: "individual",
    orgName: "",
    name: "Ana Prueba",
    firstName: "Ana",
    lastName: "Prueba",
    vat: "12345678Z",
    email: "ana@example.com",
    phone: "+34.600000000",
    address: "Calle Mayor, 1",
    postalCode: "28013",
    city: "Madrid",
    state: "Madrid",
    country: "España",
    countryKey: "ES",
    stateKey: "",
    cityKey: "",
  });
  assert.deepEqual(await contacts(one), { admin: again.data.admin });
});

test("a state and a town are taken by key or by name, and shown with both", async () => {
  await sql`insert into atrio.state (key, name, folded) values ('ES-28', 'Madrid', '{madrid}')`.execute(
    panel.db,
  );
  await sql`insert into atrio.city (parent, name, folded) values ('ES-28', 'Alcalá de Henares', 'alcala de henares')`.execute(
    panel.db,
  );
  const one = await owner();
  const carrier = startCarrier(panel);
  const reply = await save(one, { state: "ES-28", city: "alcala de henares", postalCode: "28801" });
  await carrier.stop();
  assert.equal(reply.status, 200, reply.body);
  assert.ok(reply.data.admin, reply.body);
  const { state, stateKey, city, cityKey } = reply.data.admin;
  assert.deepEqual(
    [state, stateKey, city, cityKey],
    ["Madrid", "ES-28", "Alcalá de Henares", "Alcalá de Henares"],
  );
});

test("what is wrong is named by its field in the language of the caller, and nothing is asked of the registry", async () => {
  const one = await owner();
  const es = await save(one, { identNumber: "12345678A", phone: "+34.1234" });
  assert.equal(es.status, 422);
  assert.deepEqual(es.system.inputs.toSorted(), ["identNumber", "phone"]);
  const en = await save(one, { isOrg: "1", orgName: "" }, "only_contact", "en");
  assert.deepEqual(en.system.inputs, ["orgName"]);
  assert.equal((await openOrders()).length, 0);
});

test("all three contacts of a domain at once; those that are so already are not in the reply", async () => {
  const one = await owner();
  await putContact(panel, one.id, "billing", stored);
  const carrier = startCarrier(panel);
  const { data } = await save(one, {}, "only_domain");
  const again = await save(one, {}, "only_domain");
  await carrier.stop();
  assert.deepEqual(Object.keys(data).toSorted(), ["admin", "tech", "undo"]);
  assert.deepEqual(Object.keys(await contacts(one)), ["admin", "billing", "tech"]);
  assert.deepEqual([again.data, again.system.info], [{ undo: null }, ["El contacto ya tenía estos datos."]]);
});

test("no contact of a blocked or expired domain is changed, nor one that the registry is changing", async () => {
  const one = await owner();
  const now = async (change: { blocked?: boolean; status?: string }) => {
    await panel.db.updateTable("atrio.domain").set(change).where("holding_id", "=", one.id).execute();
    const { status, system } = await save(one);
    return [status, ...system.errors];
  };
  assert.deepEqual(await now({ blocked: true }), [
    409,
    "El dominio está bloqueado. Quita antes el bloqueo del dominio.",
  ]);
  assert.deepEqual(await now({ blocked: false, status: "expired-redemption" }), [
    409,
    "El dominio ha caducado y no admite cambios hasta que se recupere.",
  ]);
  const carrier = startCarrier(panel, () => "pending");
  assert.deepEqual(await now({ status: "active" }), [200]);
  assert.equal((await save(one)).status, 409);
  await carrier.stop();
});

test("a registry's refusal names the form's field, and nothing is changed", async () => {
  const one = await owner();
  const carrier = startCarrier(panel, () => ({
    kind: "input",
    message: "domain.registry_says",
    fields: [{ name: "admin.postalCode", message: "No such code" }],
  }));
  const { status, system } = await save(one);
  await carrier.stop();
  assert.deepEqual([status, system.inputs], [422, ["postalCode"]]);
  assert.match(system.errors[0] ?? "", /No such code/);
  assert.deepEqual(await contacts(one), {});
});

test("an owner that the registry has yet to approve is a job; where it takes none, it is said", async () => {
  const one = await owner();
  const saveOwner = () =>
    one.user.call("contactOwnerSave", { params: { id: one.id }, input: { ...person, type: "registrant" } });
  const carrier = startCarrier(panel, () => "pending");
  const { data, system } = await saveOwner();
  await carrier.stop();
  assert.deepEqual(data, { undo: null });
  assert.equal(typeof system.job, "number");
  await setTld(panel, "test", "none");
  const refused = await saveOwner();
  await setTld(panel, "test", "update");
  assert.equal(refused.status, 409);
  assert.match(refused.system.errors[0] ?? "", /no admite cambiar el titular/);
});

async function account(domains: number) {
  const one = await owner();
  const others = [];
  for (let i = 0; i < domains; i++) {
    const other = await owner();
    await panel.grant(one.user.id, other.id, { domain_contacts: "write" });
    others.push(other);
  }
  return { one, others };
}
const setDomain = ({ id }: Owner, change: { blocked?: boolean; status?: string }) =>
  panel.db.updateTable("atrio.domain").set(change).where("holding_id", "=", id).execute();

test("everywhere: in each domain where the user may write contacts and the registry takes them, under one job", async () => {
  const { one, others } = await account(14);
  const [blocked, expired, readable, already, late] = others;
  await setDomain(blocked!, { blocked: true });
  await setDomain(expired!, { status: "expired-pendingdelete" });
  await panel.grant(one.user.id, readable!.id, { domain_contacts: "read" });
  await putContact(panel, already!.id, "admin", stored);
  const openAtOnce: number[] = [];
  const carrier = startCarrier(panel, async ({ holdingId }): Promise<"done"> => {
    if (holdingId === one.id) await setDomain(late!, { blocked: true });
    openAtOnce.push((await openOrders()).length);
    return "done";
  });
  const reply = await save(one, {}, "all_contacts");
  assert.deepEqual(reply.system.info, [
    `Guardado aquí. El cambio sigue en otros 10 dominios; 2 se quedan como están (${[blocked!.name, expired!.name].toSorted().join(", ")}) porque están bloqueados, caducados o sin registrar.`,
  ]);
  assert.equal(reply.data.undo, null);
  assert.ok(reply.data.admin);
  await carrier.untilIdle();
  await carrier.stop();
  const left = new Set([blocked, expired, readable, late]);
  for (const other of others)
    assert.equal((await contacts(other)).admin?.firstName, !left.has(other) ? "Ana" : undefined, other.name);
  const placed = (await orders()).filter(({ job }) => job === reply.system.job);
  assert.equal(placed.length, 10, "the first, and nine others");
  assert.deepEqual(new Set(placed.slice(1).map(({ bulk }) => bulk)), new Set([true]));
  assert.ok(Math.max(...openAtOnce) <= 8, String(openAtOnce));
});

test("everywhere: refused where it was edited, it goes nowhere", async () => {
  const { one, others } = await account(2);
  const carrier = startCarrier(panel, () => ({ kind: "policy", message: "No", fields: [] }));
  const { status } = await save(one, {}, "all_contacts");
  await carrier.untilIdle();
  await carrier.stop();
  assert.equal(status, 409);
  assert.deepEqual(await contacts(others[0]!), {});
});

test("everywhere: a later edit of the same contact overtakes an earlier one", async () => {
  const { one, others } = await account(12);
  const first = Promise.withResolvers<void>();
  const carrier = startCarrier(panel, async ({ holdingId, contacts: { admin } }): Promise<"done"> => {
    if (holdingId !== one.id && admin?.firstName === "Eva") await first.promise;
    return "done";
  });
  await save(one, { firstName: "Eva" }, "all_contacts");
  first.resolve();
  await save(one, { firstName: "Zoe" }, "all_contacts");
  await carrier.untilIdle();
  await carrier.stop();
  for (const other of others) assert.equal((await contacts(other)).admin?.firstName, "Zoe", other.name);
});
