import { accepted, phonePrefixes, refused, type Result } from "@atrio/contract";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

const known = new Set(Object.values(phonePrefixes));

/** `+34.912345678` (RFC 5733, 2.5), as its country writes it abroad: without the 0 that is dialled within. */
export function parsePhone(typed: string): Result<string> {
  const [, prefix = "", number = ""] = /^\+(\d{1,3})\.([\d\s()./-]+)$/.exec(typed.trim()) ?? [];
  if (number === "") return refused("contact.phone");
  if (!known.has(prefix)) return refused("contact.phone_prefix", { prefix });
  const phone = parsePhoneNumberFromString(`+${prefix}${number}`);
  return phone?.isValid() && phone.countryCallingCode === prefix
    ? accepted(`+${prefix}.${phone.nationalNumber}`)
    : refused("contact.phone_number", { prefix });
}
