/**
 * What identifies a person or an organization to the authorities of its country, by the check digits that stdnum knows.
 * Accepted in upper case and, where it is known, without separators and without the country before it.
 */
import { accepted, refused, type Result } from "@atrio/contract";
import { euVat, stdnum } from "stdnum";

/** By ISO 3166-1; VAT numbers of Greece begin otherwise. */
const vatPrefix = (country: string): string => (country === "GR" ? "EL" : country);
/** stdnum counts Switzerland among them. */
const hasEuVat = (country: string): boolean => country !== "CH" && Object.hasOwn(euVat, country);

const minimum = 2;
const maximum = 30;
const freeText = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N} .,:/&()-]+$/u;

function parseFreeText(typed: string): Result<string> {
  const text = typed.trim().replaceAll(/\s+/g, " ").toUpperCase();
  return text.length >= minimum && text.length <= maximum && freeText.test(text)
    ? accepted(text)
    : refused("contact.ident_number", { minimum, maximum });
}

function parseSpanish(isOrg: boolean, typed: string): Result<string> {
  const checked = stdnum["ES"]?.["nif"]?.validate(typed);
  if (checked?.isValid) {
    if (checked.isCompany === isOrg) return accepted(checked.compact);
    return refused(isOrg ? "contact.cif_of_person" : "contact.nif_of_company");
  }
  if (checked?.error.name === "InvalidChecksum") return refused("contact.nif_check");
  return refused(isOrg ? "contact.cif" : "contact.nif");
}

function parseVat(country: string, typed: string): Result<string> {
  for (const validator of euVat[country] ?? []) {
    const checked = validator.validate(typed.toUpperCase());
    if (checked.isValid) return accepted(checked.compact);
  }
  return refused("contact.vat", { prefix: vatPrefix(country) });
}

export function parseIdentNumber(country: string, isOrg: boolean, typed: string): Result<string> {
  if (country === "ES") return parseSpanish(isOrg, typed);
  return isOrg && hasEuVat(country) ? parseVat(country, typed) : parseFreeText(typed);
}
