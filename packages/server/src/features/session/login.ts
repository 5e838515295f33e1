/**
 * Signing in. Unknown domain, unknown user, wrong password and disabled user are one answer and take one time: each does
 * the same queries, one hash, and leaves the same rows.
 */
import { domainToASCII } from "node:url";
import type { Calls } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Exchange, Handler, PreparedHandler } from "../../http/handler.ts";
import { Refused } from "../../http/refuse.ts";
import { tokenHash } from "../../http/session.ts";
import type { Captcha } from "../captcha/captcha.ts";
import { deviceLimit, type GuessLimiter, type Limit, strangerLimits } from "./attempts.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password.ts";
import {
  type Account,
  findAccount,
  isIssuedDevice,
  isKnownDevice,
  newToken,
  onlyHolding,
  rememberDevice,
  replacePassword,
  startSession,
} from "./store.ts";

const deviceSeconds = 365 * 24 * 3600;

/** As stored: lower-case A-labels without the root's dot. What is no domain name is nobody's. */
const storedDomain = (typed: string): string => domainToASCII(typed.normalize("NFC").replace(/\.$/, ""));

/**
 * A browser the account's owner has signed in with counts by itself alone, so that strangers can't hold up the owner, not
 * even those at the owner's address.
 */
async function limitsFor(
  read: Read,
  http: Exchange,
  names: { domain: string; username: string },
  account: Account | undefined,
): Promise<Limit[]> {
  const device = tokenHash(http.cookie("device"));
  const known = device !== undefined && (await isKnownDevice(read, account?.id ?? 0, device));
  return known && account ? [deviceLimit(account.id, device)] : strangerLimits(names, http.ip);
}

async function refuseLogin(change: Change, account: Account | undefined): Promise<{ refused: Refused }> {
  await change.record({
    holdingId: account?.holdingId ?? null,
    area: "session",
    act: "userLogin",
    // What a stranger typed may be a password in the wrong field.
    item: account?.username ?? null,
    before: null,
    after: { signedIn: false },
  });
  return { refused: new Refused("wrongCredentials") };
}

async function welcome(change: Change, http: Exchange, account: Account): Promise<void> {
  const session = newToken();
  const old = tokenHash(http.cookie("session"));
  await startSession(change, account.id, { hash: session.hash, old }, http);
  const given = http.cookie("device");
  const givenHash = tokenHash(given);
  const device =
    given !== undefined && givenHash && (await isIssuedDevice(change, givenHash))
      ? { token: given, hash: givenHash }
      : newToken();
  await rememberDevice(change, account.id, device.hash);
  await change.record({
    holdingId: account.holdingId,
    area: "session",
    act: "userLogin",
    item: account.username,
    before: null,
    after: { signedIn: true },
  });
  http.setCookie("session", session.token);
  http.setCookie("device", device.token, deviceSeconds);
}

/** `db` is the API's connection for changes. */
export const loginHandler = (
  db: Kysely<DB>,
  captcha: Captcha,
  limiter: GuessLimiter,
): PreparedHandler<Calls["userLogin"]> => ({
  prepare: async ({ input, http, read }) => {
    const answered = await captcha.check({
      action: "login",
      response: input.recaptcha_response,
      ip: http.ip,
      host: http.host,
    });
    // Before the guess and for good: of several requests with one answer only one comes to the password.
    await answered.spend(db);
    const names = { domain: storedDomain(input.domainName), username: input.username.toLowerCase() };
    const account = await findAccount(read, names.domain, names.username);
    const right = await limiter.guess(await limitsFor(read, http, names, account), async () => {
      const matches = await verifyPassword(account?.passwordHash, input.password);
      return matches && account?.disabled === false;
    });
    const rehashed =
      right && account && isOutdated(account.passwordHash) ? await hashPassword(input.password) : null;
    const run: Handler<Calls["userLogin"]> = async ({ change }) => {
      if (!right || !account) return refuseLogin(change, account);
      if (rehashed) await replacePassword(change, account, rehashed);
      await welcome(change, http, account);
      const domainID = await onlyHolding(change.db, account.id);
      return { data: { user: account.username, ...(domainID === undefined ? {} : { domainID }) } };
    };
    return run;
  },
});
