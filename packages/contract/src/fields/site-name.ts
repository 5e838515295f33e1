import { type NameRules, parseName } from "./domain-name.ts";
import { parseOwnerName, relativeName } from "./owner-name.ts";
import { accepted, type Result } from "./result.ts";

/**
 * The name of a site or redirection without its domain, in A-labels; `` is the domain itself. Taken as owner names are, so a
 * full name of the domain's is one too, but it is a host: no underscores. Only sites have wildcards.
 */
export function parseSiteName(input: string, reference: string, rules: NameRules = {}): Result<string> {
  const owner = parseOwnerName(input, reference);
  if (!owner.ok) return owner;
  const name = relativeName(owner.value, reference);
  return name === "" ? accepted(name) : parseName(name, rules);
}
