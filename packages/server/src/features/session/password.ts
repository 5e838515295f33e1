import { type Options, hash, parseOptions, verify } from "@node-rs/argon2";
import { refuse } from "../../http/refuse.ts";

/** argon2id (the library's default variant); 19 MiB and two passes are the least that OWASP and ASVS 5 accept. */
const policy = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

const atOnce = 2;
const queueMax = 50;

/**
 * Hashing is the one thing here that costs milliseconds of a whole core and 19 MiB: two at a time, fifty waiting, and
 * whoever comes after is told to come back. A flood of sign-ins thus slows sign-ins only.
 */
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= queueMax) refuse("tooMany", { retryAfterSeconds: 2 });
    await new Promise<void>((ready) => waiting.push(ready));
  } else running += 1;
  try {
    return await work();
  } finally {
    // The turn passes to the next without being given back, so nobody can slip in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, policy));

/** Nobody's password, for sign-ins that name nobody: the work is the same, and so is the time it takes. */
const nobody = hash(crypto.randomUUID(), policy);

export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(async () => verify(stored ?? (await nobody), password));
  return matches && stored !== undefined;
}

/** Made under an older policy: to be hashed anew while the password is at hand. */
export function isOutdated(stored: string): boolean {
  const made = parseOptions(stored);
  return made.memoryCost < policy.memoryCost || made.timeCost < policy.timeCost;
}
