/** When an autoresponder answers, as a sentence before it is saved. */
export interface AnswerDays {
  readonly enabled: boolean;
  /** `2026-12-24`, or empty where open. */
  readonly startsOn: string;
  readonly endsOn: string;
}

export type AnswerTime = "off" | "never" | "over" | "always" | "until" | "from" | "between";

/** Days are whole ones of UTC, both included. */
export function answerTime({ enabled, startsOn, endsOn }: AnswerDays, today: string): AnswerTime {
  if (!enabled) return "off";
  if (endsOn !== "" && startsOn > endsOn) return "never";
  if (endsOn !== "" && endsOn < today) return "over";
  if (endsOn === "") return startsOn === "" ? "always" : "from";
  return startsOn === "" ? "until" : "between";
}
