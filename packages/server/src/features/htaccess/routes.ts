import type { Handlers } from "../../http/handler.ts";
import { checkHtaccess, listHtaccess } from "./store.ts";

export const htaccessHandlers = {
  serviceHtaccess: async ({ read, holding, http }) => ({
    data: await listHtaccess(read, holding, http.language),
  }),
  serviceHtaccessCheck: async ({ change, holding }) => {
    const job = await checkHtaccess(change, holding);
    return { data: null, ...(job === null ? {} : { job }) };
  },
} satisfies Handlers<"serviceHtaccess" | "serviceHtaccessCheck">;
