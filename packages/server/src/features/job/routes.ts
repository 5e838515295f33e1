import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { jobRow, tellJob } from "./tell.ts";

export const jobHandlers = {
  jobGet: async ({ read, user, params, http }) => {
    // Seen by whoever sees the holding it is for.
    const row = await read.db
      .selectFrom("atrio.job as j")
      .innerJoin("atrio.holding_grant as g", (join) =>
        join.onRef("g.holding_id", "=", "j.holding_id").on("g.user_id", "=", user.id),
      )
      .select(["j.id", "j.state", "j.error", "j.progress"])
      .where("j.id", "=", params.id)
      .executeTakeFirst();
    if (!row) refuse("notFound");
    return { data: { job: tellJob(jobRow.parse(row), http.language) } };
  },
} satisfies Handlers<"jobGet">;
