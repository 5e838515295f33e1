import { type Message, type Refusal, refusals } from "@atrio/contract";

export interface RefusalDetails {
  /** Wrong fields, by their names as sent. */
  readonly fields?: Readonly<Record<string, Message>>;
  /** In place of the refusal's own message; not shown where fields are named. */
  readonly message?: Message;
  readonly retryAfterSeconds?: number;
  /** For the log only. */
  readonly cause?: unknown;
}

/** The caller gets an answer of the contract's table; the change, if there was one, is rolled back. */
export class Refused extends Error {
  readonly refusal: Refusal;
  readonly fields: readonly (readonly [input: string, message: Message])[];
  readonly text: Message;
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: Refusal, details: RefusalDetails = {}) {
    super(refusal, { cause: details.cause });
    this.refusal = refusal;
    this.fields = Object.entries(details.fields ?? {});
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.text = details.message ?? ordinaryText(refusal, details.retryAfterSeconds);
  }
}

function ordinaryText(refusal: Refusal, seconds = 1): Message {
  const key = refusals[refusal].message;
  return key === "main.too_many" ? { key, values: { seconds } } : key;
}

/** The one way for server code to say no: `refuse("conflict", { fields: { zona: "dns.duplicate" } })`. */
export function refuse(refusal: Refusal, details?: RefusalDetails): never {
  throw new Refused(refusal, details);
}
