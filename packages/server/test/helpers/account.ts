/** Users with a real password, for what signs in by the front door. */
import type { Permissions } from "@atrio/contract";
import type { RemoteProvider } from "../../src/features/captcha/site-verify.ts";
import { hashPassword } from "../../src/features/session/password.ts";
import type { TestApp } from "./app.ts";
import { type Reply, TestUser } from "./user.ts";

export const password = "correct horse battery staple";
// One hash for all: hashing is what these tests spend their time on.
const hashed = hashPassword(password);

export interface Account {
  readonly id: number;
  readonly holdingId: number;
  readonly domainName: string;
  readonly username: string;
}

let accounts = 0;

export async function addAccount(
  panel: TestApp,
  given: { domainName?: string; username?: string; grants?: Partial<Permissions> } = {},
): Promise<Account> {
  const domainName = given.domainName ?? `account${++accounts}.test`;
  const username = given.username ?? "owner";
  const { id: holdingId } = await panel.addHolding(domainName);
  const { id } = await panel.db
    .insertInto("atrio.panel_user")
    .values({ holding_id: holdingId, username, password_hash: await hashed })
    .returning("id")
    .executeTakeFirstOrThrow();
  await panel.grant(id, holdingId, given.grants ?? { domain: "write" });
  return { id, holdingId, domainName, username };
}

export const withoutCaptcha = async ({ db }: TestApp): Promise<void> =>
  void (await db.updateTable("atrio.company").set({ captcha_provider: "none" }).execute());

/** Another's, which nobody can ask: the secret is not sealed by any vault. */
export const withCaptchaOf = async ({ db }: TestApp, provider: RemoteProvider): Promise<void> =>
  void (await db
    .updateTable("atrio.company")
    .set({
      captcha_provider: provider,
      captcha_site_key: "key",
      captcha_secret_sealed: Buffer.from("sealed"),
    })
    .execute());

export const forgetAttempts = async ({ db }: TestApp): Promise<void> =>
  void (await db.deleteFrom("atrio.attempt").execute());

export interface SignIn {
  readonly domainName?: string;
  readonly username?: string;
  readonly password?: string;
  readonly recaptcha_response?: string;
}
export const signIn = (
  panel: TestApp,
  { domainName, username }: Account,
  given: SignIn = {},
  headers: Record<string, string | undefined> = {},
): Promise<Reply<"userLogin">> =>
  panel.anybody().call("userLogin", { input: { domainName, username, password, ...given }, headers });

/** The cookies a reply sets, by name: value and attributes. */
export function cookiesOf(
  reply: Pick<Reply<"userLogin">, "headers">,
): Map<string, { value: string; attributes: string }> {
  const set = reply.headers["set-cookie"] ?? [];
  return new Map(
    [set].flat().map((cookie) => {
      const [pair = "", ...attributes] = cookie.split("; ");
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals), { value: pair.slice(equals + 1), attributes: attributes.join("; ") }];
    }),
  );
}

/** The user whose session this reply gives a token. */
export function userOf(
  panel: TestApp,
  account: Account,
  reply: Pick<Reply<"userLogin">, "headers" | "body">,
): TestUser {
  const token = cookiesOf(reply).get("session")?.value;
  if (!token) throw new Error(`No session: ${reply.body}`);
  return new TestUser(panel.app, { ...account, sessionId: 0, token });
}
