import type { CaptchaProvider } from "@atrio/contract";
import * as z from "zod/mini";
import { refuse } from "../../http/refuse.ts";

export type RemoteProvider = Exclude<CaptchaProvider, "altcha" | "none">;

/** The three ask alike (reCAPTCHA "siteverify", which the others copied). */
export const verifyUrls: Record<RemoteProvider, string> = {
  recaptcha: "https://www.google.com/recaptcha/api/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
};
export const isRemote = (provider: string): provider is RemoteProvider => Object.hasOwn(verifyUrls, provider);

const timeoutMilliseconds = 2_000;
const verdict = z.object({ success: z.boolean() });

/** Whether the provider takes the answer. It can't be reached: 503, and nobody is let in unchecked. */
export async function askProvider(
  provider: RemoteProvider,
  { secret, response, ip }: { secret: string; response: string; ip: string },
  urls: Record<RemoteProvider, string> = verifyUrls,
): Promise<boolean> {
  const answer = await fetch(urls[provider], {
    method: "POST",
    body: new URLSearchParams({ secret, response, remoteip: ip }),
    signal: AbortSignal.timeout(timeoutMilliseconds),
    redirect: "error",
  })
    .then((reply) => reply.json())
    .catch((error: unknown) => refuse("unavailable", { cause: error }));
  const parsed = z.safeParse(verdict, answer);
  if (!parsed.success) refuse("unavailable", { cause: parsed.error });
  return parsed.data.success;
}
