import * as z from "zod/mini";
import { call } from "./call.ts";

export const legalCalls = {
  /** Public: the contact form of the login page needs it too. */
  legalPrivacyPolicy: call({
    method: "POST",
    path: "/legal/privacypolicy/",
    needs: "public",
    reply: z.object({
      title: z.string(),
      /** HTML. */
      text: z.string(),
      /** Where to read it instead, in a new window. */
      redirecTo: z.optional(z.string()),
    }),
  }),
} as const;
