import { type Envelope, type Language, type System, mlcVer, refusals } from "@atrio/contract";
import type { News } from "./handler.ts";
import { translate } from "./language.ts";
import type { Refused } from "./refuse.ts";

const ordinary: System = {
  valid: true,
  statusCode: 0,
  errors: [],
  inputs: [],
  info: [],
  job: null,
  debug: null,
  mlcVer,
};

export function doneEnvelope<T>(data: T, news: News, language: Language): Envelope<T> {
  const info = news.info === undefined ? [] : [translate(language, news.info)];
  return { data, system: { ...ordinary, info, job: news.job ?? null } };
}

/** `requestId` is told for faults only: it leads support to the log. */
export function refusedEnvelope(refused: Refused, language: Language, requestId: string): Envelope<never> {
  const { refusal, fields, text } = refused;
  // The contract sends this one as its key; clients translate it.
  const say = (message: typeof text) =>
    message === "main.no_permission" ? message : translate(language, message);
  return {
    data: null,
    system: {
      ...ordinary,
      valid: false,
      statusCode: refusals[refusal].statusCode,
      inputs: fields.map(([input]) => input),
      errors: fields.length > 0 ? fields.map(([, message]) => say(message)) : [say(text)],
      debug: refusal === "fault" ? requestId : null,
    },
  };
}
