/** Messages seen from outside the mailer: what becomes of one, and which wait too long. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Delay,
  type StoredMessage,
  findDelay,
  findMessage,
  waitsFor,
} from "@atrio/server/features/message/operator.ts";
import { longestMilliseconds } from "@atrio/server/features/message/smtp.ts";
import { harmless } from "@atrio/server/harmless.ts";
import type { Operator } from "./database.ts";
import { Failure } from "./failure.ts";
import { asOwner } from "./install/database.ts";
import type { Plan } from "./services/plan.ts";

/** The mailer may be at another message first; both end in this time, also where the server hangs. */
const triedWithinMs = 2 * longestMilliseconds + 10_000;
const lookEveryMs = 200;

/** Waits until the mailer has tried the message once more, or found that the server takes nothing. */
export async function untilTried(
  { db }: Operator,
  before: Pick<StoredMessage, "id" | "attempts" | "lastError">,
): Promise<StoredMessage> {
  const deadline = Date.now() + triedWithinMs;
  for (;;) {
    const message = await findMessage({ db }, before.id);
    if (!message) throw new Failure(`Message ${before.id} is not there any more.`);
    const isTried = message.attempts > before.attempts || message.lastError !== before.lastError;
    if (isTried || message.sentAt || message.obstacle !== null) return message;
    if (Date.now() > deadline)
      throw new Failure(
        "The mailer did not try it in time.",
        "Its state: atrio status, atrio logs mailer",
        69,
      );
    await sleep(lookEveryMs);
  }
}

/** What waits for longer than an hour. */
export const askDelay = ({ home }: Plan): Promise<Delay | undefined> => asOwner(home, findDelay);

export const sayDelay = ({ count, oldest }: Delay): string =>
  `${count === 1 ? "one message waits" : `${count} messages wait`} for longer than an hour: ${harmless(waitsFor(oldest))}`;
