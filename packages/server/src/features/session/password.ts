import { type Options, hash, parseOptions, verify } from "@node-rs/argon2";
import { Turns } from "../../http/turns.ts";

/** argon2id (the library's default variant); 19 MiB and two passes are the least that OWASP and ASVS 5 accept. */
const policy = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

/**
 * Hashing is the one thing here that costs milliseconds of a whole core and 19 MiB: a flood of sign-ins thus slows
 * sign-ins only.
 */
const turns = new Turns({ atOnce: 2, waitingMax: 50, retryAfterSeconds: 2 });

export const hashPassword = (password: string): Promise<string> => turns.take(() => hash(password, policy));

/** Nobody's password, for sign-ins that name nobody: the work is the same, and so is the time it takes. */
const nobody = hash(crypto.randomUUID(), policy);

export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await turns.take(async () => verify(stored ?? (await nobody), password));
  return matches && stored !== undefined;
}

/** Made under an older policy: to be hashed anew while the password is at hand. */
export function isOutdated(stored: string): boolean {
  const made = parseOptions(stored);
  return made.memoryCost < policy.memoryCost || made.timeCost < policy.timeCost;
}
