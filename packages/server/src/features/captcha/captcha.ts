import type { CaptchaAction } from "@atrio/contract";
import type { Change, Read } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import type { Vault } from "../../vault/client.ts";
import type { CompanyReader } from "../config/company.ts";
import { type Altcha, refuseAnswer, type Solved } from "./altcha.ts";
import { askProvider } from "./site-verify.ts";

/** An answer that was found right. */
export interface Answered {
  /** Marks it as used, in the transaction of the act it was for; one used before is refused. */
  spend(change: Change): Promise<void>;
}
export interface Asked {
  readonly action: CaptchaAction;
  readonly response: string | undefined;
  readonly ip: string;
  /** Whose captcha it is: the host by which the panel was reached. */
  readonly host: string;
}
export interface Captcha {
  check(read: Read, asked: Asked): Promise<Answered>;
}

/** The providers use up their own tokens; and where there is no captcha, nothing is used up. */
const nothingToSpend: Answered = { spend: () => Promise.resolve() };

/** Looked up before any work is spent on the rest of the request; `spend` is what decides. */
async function isSpent({ db }: Read, { hash }: Solved): Promise<boolean> {
  const row = await db
    .selectFrom("atrio.captcha_spent")
    .select("expires_at")
    .where("challenge_hash", "=", hash)
    .executeTakeFirst();
  return row !== undefined;
}

async function spend({ db }: Change, { hash, expiresAt }: Solved): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("atrio.captcha_spent")
    .values({ challenge_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) refuseAnswer();
}

export const captchaCheck = (company: CompanyReader, altcha: Altcha, vault: Vault): Captcha => ({
  check: async (read, { action, response, ip, host }) => {
    const { id, captchaProvider: provider, captchaSecretSealed: sealed } = await company.forHost(host);
    if (provider === "none") return nothingToSpend;
    if (!response) refuse("invalid", { fields: { recaptcha_response: "captcha.required" } });
    if (provider === "altcha") {
      const solved = await altcha.verify(action, response);
      if (await isSpent(read, solved)) refuseAnswer();
      return { spend: (change) => spend(change, solved) };
    }
    if (!sealed) refuse("unavailable", { cause: new Error(`${provider} has no secret.`) });
    const place = { table: "company", row: id, field: "captcha_secret" };
    const secret = (await vault.open(place, sealed)).toString("utf8");
    if (!(await askProvider(provider, { secret, response, ip }))) refuseAnswer();
    return nothingToSpend;
  },
});
