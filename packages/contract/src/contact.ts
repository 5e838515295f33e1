import * as z from "zod/mini";
import { call } from "./call.ts";
import { bit, email, key, optionalText, text } from "./input.ts";
import { undo } from "./undo.ts";

export const contactRoles = ["registrant", "admin", "billing", "tech"] as const;
export type ContactRole = (typeof contactRoles)[number];

/**
 * How far an edit reaches: this contact of this domain, its three contacts other than the registrant, or this contact
 * in every domain on which the user may write contacts.
 */
export const contactModes = ["only_contact", "only_domain", "all_contacts"] as const;
export type ContactMode = (typeof contactModes)[number];

export const contact = z.object({
  type: z.enum(["organization", "individual"]),
  orgName: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  vat: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  postalCode: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  countryKey: z.string(),
  stateKey: z.string(),
  cityKey: z.string(),
});
export type Contact = z.output<typeof contact>;

/** Lengths are those of RFC 5733, which registries enforce. */
const contactFields = {
  isOrg: bit,
  firstName: text(120),
  lastName: text(120),
  identNumber: text(40),
  orgName: optionalText(255),
  email,
  phone: z.string().check(z.trim(), z.regex(/^\+\d{1,3}\.\d{4,14}$/, key("contact.phone"))),
  postalCode: text(16),
  country: z.string().check(z.regex(/^[A-Z]{2}$/, key("contact.country"))),
  state: text(255),
  city: text(255),
  address: text(255),
};

const organizationIsNamed = z.refine<{ isOrg: boolean; orgName?: string | undefined }>(
  (form) => !form.isOrg || Boolean(form.orgName),
  { path: ["orgName"], error: key("main.required") },
);

export const contactCalls = {
  contactOwnerSave: call({
    method: "POST",
    path: "/domain/{id}/owner/save/",
    changes: true,
    needs: { all: { domain_ownercontacts: "write" } },
    input: z.strictObject({ type: z.enum(["registrant"]), ...contactFields }).check(organizationIsNamed),
    /** Without the contact where nothing changed, or where the registry has yet to approve it. */
    reply: z.object({ registrant: z.optional(contact), undo }),
  }),
  contactSave: call({
    method: "POST",
    path: "/domain/{id}/contacts/save/",
    changes: true,
    needs: { all: { domain_contacts: "write" } },
    input: z
      .strictObject({
        type: z.enum(["admin", "billing", "tech"]),
        mode: z.enum(contactModes),
        ...contactFields,
      })
      .check(organizationIsNamed),
    /** The contacts that this domain shows differently now: one, or all three. */
    reply: z.object({
      admin: z.optional(contact),
      billing: z.optional(contact),
      tech: z.optional(contact),
      undo,
    }),
  }),
} as const;
