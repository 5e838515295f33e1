import { type Calls, panelPasswordFault } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Handler, Handlers, PreparedHandler } from "../../http/handler.ts";
import { Refused, refuse } from "../../http/refuse.ts";
import type { Captcha } from "../captcha/captcha.ts";
import type { CompanyReader } from "../config/company.ts";
import { type GuessLimiter, passwordLimit } from "./attempts.ts";
import { loginHandler } from "./login.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import {
  endOtherSessions,
  endSession,
  findAccountById,
  newToken,
  renewSession,
  replacePassword,
} from "./store.ts";

const changePasswordHandler = (
  company: CompanyReader,
  limiter: GuessLimiter,
): PreparedHandler<Calls["userChangePassword"]> => ({
  prepare: async ({ input, user, read, http }) => {
    const account = await findAccountById(read, user.id);
    const { name } = await company.forHost(http.host);
    const fault = panelPasswordFault(input.password, [name, account.reference, account.username]);
    if (fault) refuse("invalid", { fields: { password: fault } });
    if (input.password === input.actualPassword) refuse("invalid", { fields: { password: "password.same" } });
    const right = await limiter.guess([passwordLimit(user.id)], () =>
      verifyPassword(account.passwordHash, input.actualPassword),
    );
    const newHash = right ? await hashPassword(input.password) : null;
    const run: Handler<Calls["userChangePassword"]> = async ({ change }) => {
      await change.record({
        holdingId: account.holdingId,
        area: "session",
        act: "userChangePassword",
        item: account.username,
        before: null,
        after: { changed: right },
      });
      if (newHash === null)
        return { refused: new Refused("invalid", { fields: { actualPassword: "password.wrong" } }) };
      if (!(await replacePassword(change, account, newHash))) refuse("conflict");
      await endOtherSessions(change, user.id, user.sessionId);
      const { token, hash } = newToken();
      await renewSession(change, user.sessionId, hash);
      return {
        data: null,
        // After the commit: a reply to a change that failed would take the session away from this browser.
        after: () => {
          http.setCookie("session", token);
          return Promise.resolve({ info: "password.changed" as const });
        },
      };
    };
    return run;
  },
});

export const sessionHandlers = (
  db: Kysely<DB>,
  captcha: Captcha,
  company: CompanyReader,
  limiter: GuessLimiter,
) =>
  ({
    userLogin: loginHandler(db, captcha, limiter),
    userLogout: async ({ change, user, http }) => {
      await endSession(change, user.sessionId);
      await change.record({
        holdingId: user.holdingId,
        area: "session",
        act: "userLogout",
        item: user.username,
        before: null,
        after: null,
      });
      http.clearCookie("session");
      // "storage" would take the user's theme with it.
      http.header("clear-site-data", '"cache"');
      return { data: null, info: "session.signed_out" };
    },
    userInfo: async ({ read, user, http }) => {
      const { previous_login_at: previous, reference } = await read.db
        .selectFrom("atrio.panel_user as u")
        .innerJoin("atrio.holding as h", "h.id", "u.holding_id")
        .select(["u.previous_login_at", "h.reference"])
        .where("u.id", "=", user.id)
        .executeTakeFirstOrThrow();
      const tsLastLogin = previous === null ? null : Math.floor(previous.getTime() / 1000);
      return { data: { user: user.username, domainName: reference, ip: http.ip, tsLastLogin } };
    },
    userChangePassword: changePasswordHandler(company, limiter),
  }) satisfies Handlers<"userLogin" | "userLogout" | "userInfo" | "userChangePassword">;
