/** A contact as its form holds it, and what the calls take. */
import { type Contact, type ContactMode, contactModes, phonePrefixes } from "@atrio/contract";

const blank = {
  orgName: "",
  firstName: "",
  lastName: "",
  identNumber: "",
  email: "",
  /** The country whose prefix it is: some share one. */
  prefix: "",
  phone: "",
  country: "",
  /** A key, or a name where the country has no list. */
  state: "",
  city: "",
  postalCode: "",
  address: "",
};
export type TextName = keyof typeof blank;
export type ContactDraft = typeof blank & { isOrg: boolean; mode: ContactMode };

const names = Object.keys(blank);

export function isContactDraft(value: unknown): value is ContactDraft {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    names.every((name) => typeof fields.get(name) === "string") &&
    typeof fields.get("isOrg") === "boolean" &&
    contactModes.some((mode) => mode === fields.get("mode"))
  );
}

/** Of the countries that share a prefix, the one it is known for. */
const knownFor = new Set(["US", "RU", "GB", "IT", "AU", "NO", "MA", "FI", "RE", "GP", "CW", "SH"]);

function countryOfPrefix(prefix: string, country: string): string {
  if (phonePrefixes[country] === prefix) return country;
  const sharing = Object.keys(phonePrefixes).filter((one) => phonePrefixes[one] === prefix);
  return sharing.find((one) => knownFor.has(one)) ?? sharing[0] ?? "";
}

/** "+34.600000000", or as people write it: "+34 600 000 000", "0034600000000". Null where it has no known prefix. */
export function splitPhone(text: string, country: string): { prefix: string; phone: string } | null {
  const digits = /^\s*(?:\+|00)([\d\s().-]+)$/.exec(text)?.[1]?.replaceAll(/\D/g, "") ?? "";
  for (const length of [1, 2, 3]) {
    const prefix = countryOfPrefix(digits.slice(0, length), country);
    if (prefix !== "") return { prefix, phone: digits.slice(length) };
  }
  return null;
}

export function draftOf(contact: Contact | null): ContactDraft {
  if (!contact) return { ...blank, isOrg: false, mode: "only_contact" };
  const { type, vat, countryKey, stateKey, state, phone, ...rest } = contact;
  return {
    isOrg: type === "organization",
    mode: "only_contact",
    orgName: rest.orgName,
    firstName: rest.firstName,
    lastName: rest.lastName,
    identNumber: vat,
    email: rest.email,
    ...(splitPhone(phone, countryKey) ?? { prefix: "", phone }),
    country: countryKey,
    state: stateKey || state,
    city: rest.city,
    postalCode: rest.postalCode,
    address: rest.address,
  };
}

/** Another place of the same address begins anew below it. */
export function withPlace(draft: ContactDraft, name: "country" | "state", value: string): ContactDraft {
  if (draft[name] === value) return draft;
  const below = { ...draft, city: "", postalCode: "" };
  if (name === "state") return { ...below, state: value };
  const prefix = draft.phone === "" && phonePrefixes[value] !== undefined ? value : draft.prefix;
  return { ...below, country: value, state: "", prefix };
}

const withoutSigns = (phone: string): string => phone.replaceAll(/[\s().-]/g, "");

export interface ContactInput {
  isOrg: "0" | "1";
  orgName: string;
  firstName: string;
  lastName: string;
  identNumber: string;
  email: string;
  phone: string;
  country: string;
  state: string;
  city: string;
  postalCode: string;
  address: string;
}

export function inputOf(draft: ContactDraft): ContactInput {
  const { isOrg, orgName, prefix, phone, mode: _, ...rest } = draft;
  return {
    ...rest,
    isOrg: isOrg ? "1" : "0",
    orgName: isOrg ? orgName : "",
    phone: `+${phonePrefixes[prefix] ?? ""}.${withoutSigns(phone)}`,
  };
}

/** The parts of the telephone that are missing, which the call has no fields for. */
export const missingParts = ({ prefix, phone }: ContactDraft): ("prefix" | "phone")[] => [
  ...(prefix === "" ? (["prefix"] as const) : []),
  ...(withoutSigns(phone) === "" ? (["phone"] as const) : []),
];
