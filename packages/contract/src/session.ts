import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { captchaResponse, issueOf, text } from "./input.ts";
import { panelPasswordFault } from "./password.ts";

/** A password that is only compared, so nothing but its presence and size is checked. */
const givenPassword = z.string().check(z.minLength(1), z.maxLength(1024));

/** The rules that need no knowledge of the user; the server asks again with the names it knows. */
const newPassword = z.string().check(
  z.minLength(1),
  z.check(({ value, issues }) => {
    const fault = panelPasswordFault(value);
    if (fault !== null && value !== "") issues.push(issueOf(fault, value));
  }),
);

export const sessionCalls = {
  userLogin: call({
    method: "POST",
    path: "/user/login/",
    changes: true,
    needs: "public",
    input: z.strictObject({
      domainName: text(255),
      username: text(64),
      password: givenPassword,
      recaptcha_response: captchaResponse,
    }),
    reply: z.object({
      user: z.string(),
      /** Only when the user sees exactly one holding. */
      domainID: z.optional(z.int()),
    }),
  }),
  userLogout: call({
    method: "POST",
    path: "/user/logout/",
    changes: true,
    needs: "session",
    reply: nothing,
  }),
  /** Its failure (101) is how the panel learns that nobody is signed in. */
  userInfo: call({
    method: "POST",
    path: "/user/info/",
    needs: "session",
    reply: z.object({
      user: z.string(),
      /** The domain name that the user signs in with. */
      domainName: z.string(),
      ip: z.string(),
      /** Unix seconds of the login before this one; null on the first. */
      tsLastLogin: z.nullable(z.int()),
    }),
  }),
  /** Ends the user's other sessions. */
  userChangePassword: call({
    method: "POST",
    path: "/user/changepass/",
    changes: true,
    needs: "session",
    input: z.strictObject({
      actualPassword: givenPassword,
      password: newPassword,
    }),
    reply: nothing,
  }),
} as const;
