import type { Handlers } from "../../http/handler.ts";
import { listOverQuota } from "./over-quota.ts";
import { listExpiring, listFailed } from "./store.ts";

export const dashboardHandlers = {
  dashboardGet: async ({ read, user, http }) => {
    const [expiring, overQuota, failed] = await Promise.all([
      listExpiring(read, user.id, http.language),
      listOverQuota(read, user.id),
      listFailed(read, user.id, http.language),
    ]);
    return { data: { dashboard: { expiring, overQuota, failed } } };
  },
} satisfies Handlers<"dashboardGet">;
