/** Companies and their host names, as operators type them. */
import { isIP } from "node:net";
import { endsInNumber, parseIpv4, parseIpv6, parseName } from "@atrio/contract";
import { CaptchaIncomplete, HostTaken } from "@atrio/server/features/company/change.ts";
import { type Company, listCompanies, readDefaultCompany } from "@atrio/server/features/company/store.ts";
import type { Operator } from "../database.ts";
import { Failure, UsageFailure } from "../failure.ts";

const canonicalHost = (text: string): string | undefined => {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(bare);
  const parsed = family === 4 ? parseIpv4(bare) : family === 6 ? parseIpv6(bare) : parseName(text);
  return parsed.ok && (family !== 0 || !endsInNumber(parsed.value)) ? parsed.value : undefined;
};

/** A host name or address, as browsers send it. */
export function readHost(text: string, option: string): string {
  const host = canonicalHost(text);
  if (host === undefined)
    throw new UsageFailure(
      `--${option} "${text}" is no host name.`,
      "Give the name alone, such as panel.example.org: without https://, port or path.",
    );
  return host;
}

/** Named by one of its hosts, its id or its name; the default company where none is named. */
export async function requireCompany(operator: Operator, typed: string | undefined): Promise<Company> {
  if (typed === undefined) return readDefaultCompany(operator);
  const companies = await listCompanies(operator);
  const host = canonicalHost(typed);
  const [found, ...others] =
    [
      companies.filter(({ hosts }) => host !== undefined && hosts.includes(host)),
      companies.filter(({ id }) => String(id) === typed),
      companies.filter(({ name }) => name.toLowerCase() === typed.toLowerCase()),
    ].find((some) => some.length > 0) ?? [];
  if (!found) throw new Failure(`There is no company "${typed}".`, "All of them: atrio company list", 66);
  if (others.length > 0)
    throw new Failure(
      `${others.length + 1} companies are named "${typed}".`,
      `Name it by a host or its id: ${[found, ...others].map(({ id }) => id).join(", ")}`,
      65,
    );
  return found;
}

/** Says what the store refused in the operator's words. */
export function explain(error: unknown): never {
  if (error instanceof CaptchaIncomplete)
    throw new Failure(
      `${error.provider} is asked with its own site key and secret; without them nobody could sign in.`,
      "Give both with it: --captcha-site-key KEY --captcha-secret-stdin < FILE",
      65,
    );
  if (!(error instanceof HostTaken)) throw error;
  throw new Failure(
    `${error.host} is a host name of ${error.company} already.`,
    `Take it away there first: atrio company set --company ${error.host} --host-remove ${error.host}`,
    65,
  );
}
