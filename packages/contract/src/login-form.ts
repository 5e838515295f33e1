import * as z from "zod/mini";

/**
 * The way into a tool beside the panel (web file manager, database admin, webmail): the browser posts this form in a
 * new tab. The token in it works once and for 60 s; no password is ever in it.
 */
export const loginForm = z.object({
  action: z.string(),
  method: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type LoginForm = z.output<typeof loginForm>;

export const loginFormReply = z.object({ form: loginForm });
export const passwordReply = z.object({ password: z.string() });
