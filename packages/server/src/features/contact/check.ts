/** The rules between the fields of a contact, and those that need tables too large for the panel. */
import {
  accepted,
  countryCodes,
  type InputOf,
  type Message,
  parseName,
  parsePostalCode,
  refused,
  type Result,
  type contactCalls,
} from "@atrio/contract";
import { findProvince, provinceOfPostalCode } from "../geography/provinces.ts";
import { parseIdentNumber } from "./ident-number.ts";
import { parsePhone } from "./phone.ts";

export type ContactForm = Omit<InputOf<typeof contactCalls.contactOwnerSave>, "type">;
export type ContactFaults = Partial<Record<keyof ContactForm, Message>>;
export type CheckedContact =
  | { readonly ok: true; readonly contact: ContactForm }
  | { readonly ok: false; readonly faults: ContactFaults };

const required = (text: string): Result<string> =>
  text.trim() === "" ? refused("main.required") : accepted(text.trim());

function parseCountry(text: string): Result<string> {
  return countryCodes.includes(text) ? accepted(text) : refused("contact.country");
}

function parseEmail(text: string): Result<string> {
  const at = text.lastIndexOf("@");
  const domain = parseName(text.slice(at + 1));
  return at > 0 && domain.ok && domain.value.includes(".")
    ? accepted(text.trim().toLowerCase())
    : refused("main.not_an_email");
}

/** A province goes by the name that it has in our table. */
const parseState = (country: string, text: string): Result<string> =>
  required((country === "ES" && findProvince(text)?.name) || text);

function parsePostal({ country, state, postalCode }: ContactForm): Result<string> {
  const code = parsePostalCode(country, postalCode);
  if (!code.ok || country !== "ES") return code;
  const [ofCode, ofState] = [provinceOfPostalCode(code.value), findProvince(state)];
  if (!ofCode) return refused("contact.postal_code_spain");
  if (!ofState || ofState === ofCode) return code;
  return refused("contact.postal_code_province", { province: ofState.name, digits: ofState.number });
}

/** A contact in its canonical form, or what is wrong with each field, by the names under which they were sent. */
export function checkContact(form: ContactForm): CheckedContact {
  const faults: ContactFaults = {};
  const take = (field: keyof ContactFaults, result: Result<string>): string => {
    if (result.ok) return result.value;
    faults[field] = result.error;
    return "";
  };
  const contact: ContactForm = {
    isOrg: form.isOrg,
    firstName: take("firstName", required(form.firstName)),
    lastName: take("lastName", required(form.lastName)),
    orgName: form.isOrg ? take("orgName", required(form.orgName ?? "")) : "",
    identNumber: take("identNumber", parseIdentNumber(form.country, form.isOrg, form.identNumber)),
    email: take("email", parseEmail(form.email)),
    phone: take("phone", parsePhone(form.phone)),
    country: take("country", parseCountry(form.country)),
    state: take("state", parseState(form.country, form.state)),
    city: take("city", required(form.city)),
    postalCode: take("postalCode", parsePostal(form)),
    address: take("address", required(form.address)),
  };
  return Object.keys(faults).length === 0 ? { ok: true, contact } : { ok: false, faults };
}
