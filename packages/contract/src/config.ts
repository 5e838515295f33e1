import * as z from "zod/mini";
import { call } from "./call.ts";
import { paletteColors, surfaceColors } from "./colors.ts";
import { optionalText } from "./input.ts";
import { languages } from "./message.ts";

export const captchaProviders = ["altcha", "recaptcha", "hcaptcha", "turnstile", "none"] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** What an answer to the embedded captcha is for: one for another action is refused. */
export const captchaActions = ["login", "contact"] as const;
export type CaptchaAction = (typeof captchaActions)[number];

export const config = z.object({
  company: z.string(),
  /** Addresses of the pictures; empty where the company has none of its own. */
  logo: z.string(),
  logo_mini: z.string(),
  themeConfig: z.object({
    color: z.enum(paletteColors),
    surface: z.enum(surfaceColors),
    /** Whether a user may choose another colour. */
    colorSelectable: z.boolean(),
  }),
  captcha: z.object({
    provider: z.enum(captchaProviders),
    /** Null for the embedded provider and for none. */
    siteKey: z.nullable(z.string()),
  }),
  languages: z.array(z.enum(languages)),
  /** Whether calls may carry `lang`. */
  forceLanguage: z.boolean(),
  mailHosts: z.object({ imapSSL: z.string(), smtpSSL: z.string() }),
  version: z.string(),
});
export type Config = z.output<typeof config>;

/** ALTCHA's proof-of-work challenge, version 2, as its library makes and solves it. */
export const captchaChallenge = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.optional(z.string()),
    memoryCost: z.optional(z.number()),
    parallelism: z.optional(z.number()),
    /** Unix seconds. */
    expiresAt: z.optional(z.number()),
  }),
  signature: z.optional(z.string()),
});
export type CaptchaChallenge = z.output<typeof captchaChallenge>;

export const configCalls = {
  configGet: call({
    method: "GET",
    path: "/config/get/",
    needs: "public",
    /**
     * The address by which the panel was reached, or its host: one installation may show several brands. Where it is
     * nobody's, the request's own host counts.
     */
    input: z.strictObject({ _referer_: optionalText(2048) }),
    reply: config,
  }),
  captchaChallenge: call({
    method: "GET",
    path: "/captcha/challenge/",
    needs: "public",
    /** `login` where none is named. */
    input: z.strictObject({ action: z.optional(z.enum(captchaActions)) }),
    reply: captchaChallenge,
  }),
} as const;
