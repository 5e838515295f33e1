/** A contact in its three shapes: the mirror's row, what registries take, what the contract shows. */
import type { Contact, ContactRole, Language } from "@atrio/contract";
import type { Selectable } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { RegistryContact } from "../../registry/backend.ts";
import { countryNames } from "../geography/countries.ts";

export type ContactRow = Omit<Selectable<DB["atrio.domain_contact"]>, "holding_id" | "role">;

export const columns = [
  "organization",
  "first_name",
  "last_name",
  "identification_number",
  "email",
  "phone",
  "address",
  "postal_code",
  "city",
  "state",
  "country",
] as const satisfies readonly (keyof ContactRow)[];

export const ofRow = (row: ContactRow): RegistryContact => ({
  organization: row.organization,
  firstName: row.first_name,
  lastName: row.last_name,
  identificationNumber: row.identification_number,
  email: row.email,
  phone: row.phone,
  address: row.address,
  postalCode: row.postal_code,
  city: row.city,
  state: row.state,
  country: row.country,
});

export interface PlaceKeys {
  readonly state: string | null;
  readonly city: string | null;
}

/** Keys are empty where the names are none that we know. */
export const shown = (contact: RegistryContact, keys: PlaceKeys, language: Language): Contact => ({
  type: contact.organization === null ? "individual" : "organization",
  orgName: contact.organization ?? "",
  name: `${contact.firstName} ${contact.lastName}`,
  firstName: contact.firstName,
  lastName: contact.lastName,
  vat: contact.identificationNumber,
  email: contact.email,
  phone: contact.phone,
  address: contact.address,
  postalCode: contact.postalCode,
  city: contact.city,
  state: contact.state,
  country: countryNames(language)[contact.country] ?? contact.country,
  countryKey: contact.country,
  stateKey: keys.state ?? "",
  cityKey: keys.city ?? "",
});

const inputs: Readonly<Record<keyof RegistryContact, string>> = {
  organization: "orgName",
  firstName: "firstName",
  lastName: "lastName",
  identificationNumber: "identNumber",
  email: "email",
  phone: "phone",
  address: "address",
  postalCode: "postalCode",
  city: "city",
  state: "state",
  country: "country",
};
const isField = (name: string): name is keyof RegistryContact => Object.hasOwn(inputs, name);

/** The form's field by a registry's name of it: "admin.postalCode". */
export function inputOf(field: string): string | undefined {
  const name = field.split(".").at(-1) ?? "";
  return isField(name) ? inputs[name] : undefined;
}

const names = Object.keys(inputs).filter(isField);
export const isSame = (a: RegistryContact | undefined, b: RegistryContact): boolean =>
  a !== undefined && names.every((name) => a[name] === b[name]);

export type Contacts = Partial<Record<ContactRole, Contact>>;
