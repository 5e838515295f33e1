/** Addresses that mail is sent on to (RFC 5321, 4.1.2), in the form that the mail server has: lower case, domain in A-labels. */
import { parseHostName } from "./domain-name.ts";
import { type Result, accepted, quoted, refused } from "./result.ts";

const longestLocalPart = 64;
const longestAddress = 254;
/** Dot-atoms of ASCII: what every server takes. Quoted parts, a leading hyphen and letters beyond ASCII are refused by many. */
const atoms = /^(?!-)[a-z0-9!#$%&'*/=?^_`{}~+-]+(?:\.[a-z0-9!#$%&'*/=?^_`{}~+-]+)*$/;

export function parseMailAddress(typed: string): Result<string> {
  const text = typed.trim().toLowerCase();
  const at = text.lastIndexOf("@");
  const localPart = text.slice(0, Math.max(0, at));
  if (at < 1 || at === text.length - 1) return refused("mail.address", { address: quoted(text) });
  if (/\P{ASCII}/u.test(localPart)) return refused("mail.address_ascii", { address: quoted(text) });
  if (localPart.length > longestLocalPart || !atoms.test(localPart))
    return refused("mail.address", { address: quoted(text) });
  const domain = parseHostName(text.slice(at + 1));
  if (!domain.ok) return refused("mail.address_domain", { address: quoted(text) });
  const address = `${localPart}@${domain.value}`;
  return address.length > longestAddress
    ? refused("mail.address", { address: quoted(text) })
    : accepted(address);
}
