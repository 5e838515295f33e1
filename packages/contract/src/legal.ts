import * as z from "zod/mini";
import { call } from "./call.ts";

export const legalCalls = {
  /** The legal notice and terms of use of the company asked by its host name, in the language of the reply if it is there. */
  legalGet: call({
    method: "GET",
    path: "/legal/",
    needs: "session",
    /** HTML made from the operator's markdown, sanitised; empty where the company has none. */
    reply: z.object({ text: z.string() }),
  }),
  /** Public: the contact form of the login page needs it too. */
  legalPrivacyPolicy: call({
    method: "POST",
    path: "/legal/privacypolicy/",
    needs: "public",
    reply: z.object({
      title: z.string(),
      /** HTML, sanitised; empty where the company has none. */
      text: z.string(),
      /** Where to read it instead, in a new window. */
      redirecTo: z.optional(z.string()),
    }),
  }),
} as const;
