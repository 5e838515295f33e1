import type { Calls, dnssecCalls } from "@atrio/contract";
import { dnssecProtocols } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Handlers, PreparedHandler } from "../../http/handler.ts";
import { translate } from "../../http/language.ts";
import { actorOf } from "../../http/run-change.ts";
import { sameSecDns } from "../../registry/same.ts";
import { refuseClosed, requireDomain } from "../domain/lock.ts";
import { afterOrder } from "../domain/order.ts";
import { showDomain } from "../domain/shown.ts";
import type { Reach } from "../nameserver/candidate.ts";
import { countQuestions } from "../session/questions.ts";
import { addRecord, offeredOf, recordOf, refuseFaults, removeRecord, shown } from "./records.ts";
import { listRecords } from "./stored.ts";
import { refuseMismatch, riskOf, servedKeys, tellAdded } from "./served-keys.ts";

const inputs: Readonly<Record<string, string>> = {
  "secDns.algorithm": "algorithm",
  "secDns.digestType": "digesttype",
  "secDns.flags": "flags",
};
const inputOf = (field: string): string | undefined =>
  field.startsWith("secDns") ? (inputs[field] ?? "digest") : undefined;

const createHandler = (db: Kysely<DB>, reach: Reach): PreparedHandler<Calls["dnssecCreate"]> => ({
  prepare: async ({ read, holding, input, user, http }) => {
    const record = recordOf(input);
    const { id: holdingId, reference: name } = holding;
    refuseClosed(await showDomain(read, holding));
    await countQuestions(db, actorOf({ user, http }), "dnssec");
    const keys = await servedKeys(read, holdingId, name, reach);
    if (keys) refuseMismatch(name, record, keys);
    return async ({ change, holding: granted }) => {
      const order = await addRecord(change, granted, record);
      const look = async (after: Read, undo: number | null) => {
        const stored = (await listRecords(after, holdingId)).find((one) => sameSecDns(one.record, record));
        return { dnssec: shown(record, stored?.id ?? 0), undo };
      };
      const info = tellAdded(name, record, keys);
      const after = afterOrder(db, order, info, look, inputOf);
      const data = { dnssec: shown(record, 0), undo: null };
      return { data, info: "domain.requested", job: order.job, after };
    };
  },
});

/** `db` is the API's connection for changes: what came of an order is looked for by it. */
export const dnssecRecordHandlers = (db: Kysely<DB>, reach: Reach) =>
  ({
    dnssecList: async ({ read, holding }) => {
      await requireDomain(read, holding);
      const records = await listRecords(read, holding.id);
      return { data: { dnssec: records.map(({ id, record }) => shown(record, id)) } };
    },
    dnssecCreateInit: async ({ read, holding }) => {
      const { kind, algorithms, digestTypes, flags } = await offeredOf(read, holding);
      const isKey = kind === "key";
      return {
        data: {
          type: isKey ? ("pubkey" as const) : ("digest" as const),
          algorithms: [...algorithms],
          digestTypes: isKey ? [] : [...digestTypes],
          flags: isKey ? [...flags] : [],
          protocols: isKey ? [...dnssecProtocols] : [],
        },
      };
    },
    dnssecCreate: createHandler(db, reach),
    dnssecCheck: async ({ read, holding, input, user, http }) => {
      const { id: holdingId, reference: name } = holding;
      const record = recordOf(input);
      refuseClosed(await showDomain(read, holding));
      refuseFaults(record, await offeredOf(read, holding));
      await countQuestions(db, actorOf({ user, http }), "dnssec");
      const keys = await servedKeys(read, holdingId, name, reach);
      if (keys) refuseMismatch(name, record, keys);
      const stored = (await listRecords(read, holdingId)).map((one) => one.record);
      const risk = riskOf(name, record, stored, keys);
      return { data: { risk: risk && translate(http.language, risk) } };
    },
    dnssecDelete: async ({ change, holding, params }) => {
      const order = await removeRecord(change, holding, params.dnssecId);
      const after = afterOrder(db, order, "dnssec.removed", async (_, undo) => ({ undo }));
      return { data: { undo: null }, info: "domain.requested", job: order.job, after };
    },
  }) satisfies Handlers<Exclude<keyof typeof dnssecCalls, "dnssecStatus" | "dnssecToggle">>;
