import { createHash } from "node:crypto";
import type { CaptchaAction } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { refuse } from "../../http/refuse.ts";
import type { Vault } from "../../vault/client.ts";
import type { CompanyReader } from "../config/company.ts";
import { type Altcha, refuseAnswer, type Solved } from "./altcha.ts";
import { type RemoteProvider, askProvider } from "./site-verify.ts";

/** An answer that was found right. */
export interface Answered {
  /** Marks it as used; one used before is refused. Called before the guess that it pays for, or in the transaction of the act. */
  spend(db: Kysely<DB>): Promise<void>;
}
export interface Asked {
  readonly action: CaptchaAction;
  readonly response: string | undefined;
  readonly ip: string;
  /** Whose captcha it is: the host by which the panel was reached. */
  readonly host: string;
}
export interface Captcha {
  check(asked: Asked): Promise<Answered>;
}

/** Where there is no captcha, nothing is used up. */
const nothingToSpend: Answered = { spend: () => Promise.resolve() };

/** No provider takes its own tokens for longer than five minutes. */
const remoteHours = 1;

/**
 * Providers use up their own tokens, but answer yes to several who ask at once. Only what a provider took is kept, so
 * made-up tokens fill no table.
 */
const solvedRemotely = (provider: RemoteProvider, response: string): Solved => ({
  hash: createHash("sha256").update(`${provider}:${response}`).digest(),
  expiresAt: new Date(Date.now() + remoteHours * 3600 * 1000),
});

async function spend(db: Kysely<DB>, { hash, expiresAt }: Solved): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("atrio.captcha_spent")
    .values({ challenge_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) refuseAnswer();
}

export const captchaCheck = (company: CompanyReader, altcha: Altcha, vault: Vault): Captcha => ({
  check: async ({ action, response, ip, host }) => {
    const { id, captchaProvider: provider, captchaSecretSealed: sealed } = await company.forHost(host);
    if (provider === "none") return nothingToSpend;
    if (!response) refuse("invalid", { fields: { recaptcha_response: "captcha.required" } });
    if (provider === "altcha") {
      const solved = await altcha.verify(action, response);
      return { spend: (db) => spend(db, solved) };
    }
    if (!sealed) refuse("unavailable", { cause: new Error(`${provider} has no secret.`) });
    const place = { table: "company", row: id, field: "captcha_secret" };
    const secret = (await vault.open(place, sealed)).toString("utf8");
    if (!(await askProvider(provider, { secret, response, ip }))) refuseAnswer();
    return { spend: (db) => spend(db, solvedRemotely(provider, response)) };
  },
});
