/** A job as its user is told of it, in a reply or by a push. */
import {
  isMessageKey,
  isMessageValues,
  type Job,
  jobStates,
  type Language,
  type Message,
} from "@atrio/contract";
import * as z from "zod/mini";
import { translate } from "../../http/language.ts";

/** A message of the catalogues, as it is stored. */
export const storedMessage = z.union([
  z.string(),
  z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
]);

/** A row of atrio.job, or what its trigger pushes. */
export const jobRow = z.object({
  id: z.int(),
  state: z.enum(jobStates),
  error: z.nullable(storedMessage),
  progress: z.int(),
});
type JobRow = z.output<typeof jobRow>;

/** The worker stores a message of the catalogues; what is none is for the log, not for the user. */
export function failureOf(error: z.output<typeof storedMessage>): Message {
  if (typeof error === "string") return isMessageKey(error) ? error : "500";
  const { key, values } = error;
  return isMessageKey(key) && isMessageValues(values) ? { key, values } : "500";
}

export const tellJob = ({ error, ...job }: JobRow, language: Language): Job => ({
  ...job,
  error: error === null ? null : translate(language, failureOf(error)),
});
