/** The captcha of a company, as operators set it. */
import { text as readAll } from "node:stream/consumers";
import type { Company } from "@atrio/server/features/company/store.ts";
import { openVault } from "@atrio/server/vault/client.ts";
import { Failure, UsageFailure, messageOf } from "../failure.ts";
import type { Home } from "../home.ts";
import { vaultSocket } from "../services/values.ts";

export function readSiteKey(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{0,200}$/.test(text))
    throw new UsageFailure("--captcha-site-key has at most 200 characters, none of them a space.");
  return text;
}

export async function sealSecret(home: Home, companyId: number): Promise<Buffer> {
  const secret = (await readAll(process.stdin)).trim();
  if (!/^[\x21-\x7e]{1,1000}$/.test(secret))
    throw new UsageFailure(
      secret === ""
        ? "--captcha-secret-stdin got nothing on standard input."
        : "--captcha-secret-stdin takes at most 1,000 characters, none of them a space.",
      "Pipe the secret in: atrio company set --captcha-secret-stdin < FILE",
    );
  try {
    return await openVault(vaultSocket(home)).seal(
      { table: "company", row: companyId, field: "captcha_secret" },
      secret,
    );
  } catch (error) {
    throw new Failure(
      `The vault did not seal the secret: ${messageOf(error)}`,
      "Its state: atrio status",
      69,
    );
  }
}

/** What came of `--captcha none`: any account signs in at any host, so it holds for all companies or for none. */
export function meaningOfNone(companies: readonly Pick<Company, "name" | "captchaProvider">[]): string {
  const asking = companies.filter(({ captchaProvider }) => captchaProvider !== "none");
  if (asking.length === 0)
    return "No company has a captcha now: only the limits on attempts hold guessers back.";
  const names = asking.map(({ name }) => name).join(", ");
  return `Its hosts ask the embedded captcha all the same, as long as another company has one: ${names}.`;
}
