import type { DnssecStatus } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Handlers } from "../../http/handler.ts";
import { Refused } from "../../http/refuse.ts";
import type { Reach } from "../nameserver/candidate.ts";
import { Sights, readStatus } from "./status.ts";
import { turn } from "./toggle.ts";

/** Until the servers were asked. */
const unseen: DnssecStatus = { chain: { state: "unknown", why: null }, switch: null, keys: [] };

export function dnssecHandlers(db: Kysely<DB>, reach: Reach) {
  const sights = new Sights(reach);
  return {
    dnssecStatus: async ({ read, holding, user, http }) => ({
      data: { status: await readStatus(read, user.id, holding.id, sights, http.language) },
    }),
    dnssecToggle: async ({ change, holding, input, user, http }) => {
      const turned = await turn(change, holding, input.value);
      const said = turned
        ? {
            job: turned.job,
            info: turned.on ? ("dnssec.turned_on" as const) : ("dnssec.turned_off" as const),
          }
        : {};
      const after = async () => {
        try {
          const status = await readStatus({ db }, user.id, holding.id, sights, http.language);
          return { ...said, data: { status } };
        } catch (error) {
          // it is turned, whether or not there was a turn to look
          if (error instanceof Refused) return said;
          throw error;
        }
      };
      return { ...said, data: { status: unseen }, after };
    },
  } satisfies Handlers<"dnssecStatus" | "dnssecToggle">;
}
