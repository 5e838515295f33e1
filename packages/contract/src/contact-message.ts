import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { captchaResponse, email, key, text, ticked } from "./input.ts";

const contents = text(10_000);
/** What becomes part of a mail header: nothing that could begin another one. */
const line = (maxLength: number) =>
  text(maxLength).check(
    z.refine((typed: string) => !/\p{Cc}/u.test(typed), { error: key("main.control_character") }),
  );

export const contactMessageCalls = {
  /** The contact page of a signed-in user. */
  contactMessageSend: call({
    method: "POST",
    path: "/contactmail/",
    changes: true,
    needs: "session",
    input: z.strictObject({
      email,
      subject: line(200),
      contents,
      privacyPolicy: ticked(key("contact_message.privacy_policy")),
    }),
    reply: nothing,
  }),
  /** The contact and forgotten-password request of the login page. */
  contactRequestSend: call({
    method: "POST",
    path: "/contact/",
    changes: true,
    needs: "public",
    input: z.strictObject({
      domain: line(255),
      user: line(64),
      name: line(255),
      email,
      contents,
      recaptcha_response: captchaResponse,
    }),
    reply: nothing,
  }),
} as const;
