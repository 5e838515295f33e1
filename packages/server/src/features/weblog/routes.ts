import type { Handlers } from "../../http/handler.ts";
import { listErrors, listTraffic, measure } from "./store.ts";

export const weblogHandlers = {
  serviceErrorLog: async ({ read, holding, input, http }) => ({
    data: { logs: await listErrors(read, holding, input.after ?? 0, http.language) },
  }),
  serviceTraffic: async ({ read, holding }) => ({ data: { days: await listTraffic(read, holding) } }),
  serviceMeasure: async ({ change, holding }) => {
    const job = await measure(change, holding);
    return { data: null, ...(job === null ? {} : { job }) };
  },
} satisfies Handlers<"serviceErrorLog" | "serviceTraffic" | "serviceMeasure">;
