import type { DnssecStatus } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Handlers } from "../../http/handler.ts";
import { Sights, readStatus } from "./status.ts";
import { turn } from "./toggle.ts";

/** Until the servers were asked. */
const unseen: DnssecStatus = { chain: { state: "unknown", why: null }, switch: null, keys: [] };

export function dnssecHandlers(db: Kysely<DB>) {
  const sights = new Sights();
  return {
    dnssecStatus: async ({ read, holding, http }) => ({
      data: { status: await readStatus(read, holding.id, sights, http.language) },
    }),
    dnssecToggle: async ({ change, holding, input, http }) => {
      const job = await turn(change, holding, input.value);
      const after = async () => {
        sights.forget(holding.id);
        const status = await readStatus({ db }, holding.id, sights, http.language);
        return { data: { status }, ...(job === null ? {} : { job }) };
      };
      return { data: { status: unseen }, after };
    },
  } satisfies Handlers<"dnssecStatus" | "dnssecToggle">;
}
