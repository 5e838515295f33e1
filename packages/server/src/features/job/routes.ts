import {
  isMessageKey,
  isMessageValues,
  type Job,
  jobStates,
  type Language,
  type Message,
} from "@atrio/contract";
import * as z from "zod/mini";
import type { Handlers } from "../../http/handler.ts";
import { translate } from "../../http/language.ts";
import { refuse } from "../../http/refuse.ts";

/** A row of atrio.job, or what its trigger pushes. */
export const jobRow = z.object({
  id: z.int(),
  state: z.enum(jobStates),
  error: z.nullable(
    z.union([
      z.string(),
      z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
    ]),
  ),
  progress: z.int(),
});
type JobRow = z.output<typeof jobRow>;

/** The worker stores a message of the catalogues; what is none is for the log, not for the user. */
function failureOf(error: NonNullable<JobRow["error"]>): Message {
  if (typeof error === "string") return isMessageKey(error) ? error : "500";
  const { key, values } = error;
  return isMessageKey(key) && isMessageValues(values) ? { key, values } : "500";
}

export const tellJob = ({ error, ...job }: JobRow, language: Language): Job => ({
  ...job,
  error: error === null ? null : translate(language, failureOf(error)),
});

export const jobHandlers = {
  jobGet: async ({ read, user, params, http }) => {
    // Seen by who started it, and by whoever sees the holding it is for.
    const row = await read.db
      .selectFrom("atrio.job as j")
      .leftJoin("atrio.holding_grant as g", (join) =>
        join.onRef("g.holding_id", "=", "j.holding_id").on("g.user_id", "=", user.id),
      )
      .select(["j.id", "j.state", "j.error", "j.progress"])
      .where("j.id", "=", params.id)
      .where("g.user_id", "is not", null)
      .executeTakeFirst();
    if (!row) refuse("notFound");
    return { data: { job: tellJob(jobRow.parse(row), http.language) } };
  },
} satisfies Handlers<"jobGet">;
