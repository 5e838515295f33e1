import type { Message } from "@atrio/contract";

export interface FaultDetails {
  /** Where it is known when the next order can be placed. */
  readonly retryAt?: Date;
  /** Nothing was ordered: it is looked again within the hour, a parked name within the day. */
  readonly isCheap?: boolean;
}

/** Why a name has no certificate, in words for its customer. */
export class Fault extends Error {
  readonly told: Message;
  readonly details: FaultDetails;

  constructor(told: Message, details: FaultDetails = {}) {
    super(typeof told === "string" ? told : `${told.key} ${JSON.stringify(told.values)}`);
    this.told = told;
    this.details = details;
  }
}
