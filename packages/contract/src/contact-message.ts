import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { captchaResponse, email, key, text, ticked } from "./input.ts";

const contents = text(10_000);

export const contactMessageCalls = {
  /** The contact page of a signed-in user. */
  contactMessageSend: call({
    method: "POST",
    path: "/contactmail/",
    changes: true,
    needs: "session",
    input: z.strictObject({
      email,
      subject: text(200),
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
      domain: text(255),
      user: text(64),
      name: text(255),
      email,
      contents,
      recaptcha_response: captchaResponse,
    }),
    reply: nothing,
  }),
} as const;
