/** The demo's domains at their registry: whose they are, and what differs between them. */
import type { Host, RegistryContact, RegistryContacts } from "@atrio/server/registry/backend.ts";
import type { OrderKind, Orders } from "@atrio/server/registry/order.ts";

type DemoOrder = { [K in OrderKind]: { readonly kind: K; readonly wanted: Orders[K] } }[OrderKind];

const ana: RegistryContact = {
  organization: null,
  firstName: "Ana",
  lastName: "Ruiz García",
  identificationNumber: "12345678Z",
  email: "ana.ruiz@atrio.test",
  phone: "+34.612345678",
  address: "Calle de Fuencarral 45, 3.º B",
  postalCode: "28004",
  city: "Madrid",
  state: "Madrid",
  country: "ES",
};
const marc: RegistryContact = {
  ...ana,
  firstName: "Marc",
  lastName: "Puig Soler",
  identificationNumber: "X1234567L",
  email: "marc.puig@atrio.test",
  phone: "+34.932345678",
  address: "Carrer de Balmes 120",
  postalCode: "08008",
  city: "Barcelona",
  state: "Barcelona",
};
const workshop: RegistryContact = {
  organization: "Talleres Añil, S.L.",
  firstName: "Lucía",
  lastName: "Fernández Vega",
  identificationNumber: "B12345674",
  email: "administracion@atrio.test",
  phone: "+34.954234567",
  address: "Avenida de la Constitución 12",
  postalCode: "41004",
  city: "Sevilla",
  state: "Sevilla",
  country: "ES",
};
const harbour: RegistryContact = {
  organization: "Harbour Lights Ltd",
  firstName: "Grace",
  lastName: "Hughes",
  identificationNumber: "GB980780684",
  email: "accounts@atrio.test",
  phone: "+44.2079460123",
  address: "14 Marine Parade",
  postalCode: "BN2 1TL",
  city: "Brighton",
  state: "England",
  country: "GB",
};
export const demoContacts: readonly RegistryContact[] = [ana, marc, workshop, harbour];

const mixes: readonly RegistryContacts[] = [
  { registrant: workshop, admin: ana, billing: workshop, tech: marc },
  { registrant: ana, admin: ana, billing: ana, tech: marc },
  { registrant: harbour, admin: harbour, billing: harbour, tech: harbour },
];
export const contactsOf = (index: number): RegistryContacts => mixes[index % mixes.length] ?? {};

const host = (name: string, number: number): Host => ({
  name,
  ipv4: [`192.0.2.${number}`],
  ipv6: [`2001:db8::${number}`],
});

/** In this order, after the domain has been registered. */
export const demoOrders: Readonly<Record<string, readonly DemoOrder[]>> = {
  // the name servers that all others are delegated to
  "atrio.test": [
    { kind: "putHost", wanted: host("ns1.atrio.test", 1) },
    { kind: "putHost", wanted: host("ns2.atrio.test", 2) },
  ],
  "example-01.test": [
    { kind: "putHost", wanted: host("ns1.example-01.test", 101) },
    { kind: "putHost", wanted: host("ns2.example-01.test", 102) },
    {
      kind: "nameservers",
      wanted: { mode: "own", nameservers: ["ns1.example-01.test", "ns2.example-01.test"] },
    },
  ],
  "example-02.test": [{ kind: "transferLock", wanted: { on: true } }],
  "example-03.test": [{ kind: "block", wanted: { on: true } }],
  "example-04.test": [{ kind: "privacy", wanted: { on: true } }],
};
