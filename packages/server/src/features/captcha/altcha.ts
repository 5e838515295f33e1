/**
 * ALTCHA, the embedded captcha: the browser looks for a number (some 100 ms), the server checks it with one step. A
 * challenge is signed, bound to one action, good for five minutes and, by atrio.captcha_spent, for one use.
 */
import { createHash, hkdfSync, randomInt } from "node:crypto";
import type { CaptchaAction, CaptchaChallenge } from "@atrio/contract";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod/mini";
import { refuse } from "../../http/refuse.ts";

const algorithm = "PBKDF2/SHA-256";
const cost = 5_000;
const lifeSeconds = 300;

/** Only what we sign and what the solver adds; anything else in it is not looked at. */
const payload = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal(algorithm),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(cost),
      keyLength: z.literal(32),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.int(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});
type Payload = z.output<typeof payload>;

export const refuseAnswer = (): never =>
  refuse("invalid", { fields: { recaptcha_response: "captcha.wrong" } });

export interface Solved {
  readonly hash: Buffer;
  readonly expiresAt: Date;
}
export interface Altcha {
  challenge(action: CaptchaAction): Promise<CaptchaChallenge>;
  /** Refuses what is not the answer to a challenge of ours, made for this action and still good. */
  verify(action: CaptchaAction, response: string): Promise<Solved>;
}

function decode(response: string): Payload {
  try {
    return payload.parse(JSON.parse(Buffer.from(response, "base64").toString("utf8")));
  } catch {
    return refuseAnswer();
  }
}

export function embeddedCaptcha(secret: string): Altcha {
  // A key of its own for each action: an answer for one does not verify for another.
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, "", `atrio captcha ${purpose}`, 32)).toString("hex");
  const secretsFor = (action: CaptchaAction) => ({
    hmacSignatureSecret: keyFor(`${action} challenge`),
    hmacKeySignatureSecret: keyFor(`${action} key`),
  });
  const secrets = { login: secretsFor("login"), contact: secretsFor("contact") };
  return {
    challenge: async (action) => {
      const { parameters, signature } = await createChallenge({
        algorithm,
        cost,
        deriveKey,
        // The number to be found: 100 to 199 derivations in the browser, one here.
        counter: randomInt(100, 200),
        expiresAt: Math.floor(Date.now() / 1000) + lifeSeconds,
        ...secrets[action],
      });
      return { parameters: { ...parameters }, ...(signature === undefined ? {} : { signature }) };
    },
    verify: async (action, response) => {
      const { challenge, solution } = decode(response);
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets[action] });
      if (!verified) refuseAnswer();
      // Of what is signed: the signature itself has more than one spelling.
      const { nonce, salt, expiresAt } = challenge.parameters;
      return {
        hash: createHash("sha256").update(`${nonce}:${salt}`).digest(),
        expiresAt: new Date(expiresAt * 1000),
      };
    },
  };
}
