import { type Language, dnsCalls, trimmedFields } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Handlers, News } from "../../http/handler.ts";
import { searchFor } from "./expectation.ts";
import { getRecord, listRecords } from "./list.ts";
import { askNameServers, tellProof } from "./proof.ts";
import { createRecord, deleteAllRecords, deleteRecord, restoreZone, saveRecord } from "./store.ts";
import { undoEntry } from "./undo.ts";
import type { ZoneChange } from "./zone.ts";

/** After the commit: what the name servers show. What they don't show in time is the worker's to follow. */
async function lookAtNameServers(
  db: Kysely<DB>,
  { proof }: ZoneChange<unknown>,
  language: Language,
): Promise<News> {
  if (!proof) return { info: "dns.unchanged" };
  const seen = await askNameServers(proof.servers, searchFor({ db }, proof.expected));
  const info = tellProof(seen, language);
  if (seen.missing.length > 0) return { info, job: proof.job };
  await sql`select atrio.proof_seen(${proof.job})`.execute(db);
  return { info };
}

/** `db` is the API's connection for changes: by it a job is ended whose work the reply has done already. */
export const dnsHandlers = (db: Kysely<DB>) =>
  ({
    dnsList: async ({ read, holding, input }) => ({ data: await listRecords(read, holding, input) }),
    dnsGet: async ({ read, holding, params }) => ({
      data: { dns: await getRecord(read, holding, params.zid) },
    }),
    dnsCreate: async ({ change, holding, input, http }) => {
      const changed = await createRecord(change, holding, input);
      const after = () => lookAtNameServers(db, changed, http.language);
      const trimmed = trimmedFields(input.type, input);
      return { data: { dns: changed.result, undo: changed.undo, trimmed }, after };
    },
    dnsSave: async ({ change, holding, params, input, http }) => {
      const changed = await saveRecord(change, holding, params.zid, input);
      const after = () => lookAtNameServers(db, changed, http.language);
      const trimmed = trimmedFields(changed.result.type, input);
      return { data: { dns: changed.result, undo: changed.undo, trimmed }, after };
    },
    dnsDelete: async ({ change, holding, params, http }) => {
      const changed = await deleteRecord(change, holding, params.zid);
      const after = () => lookAtNameServers(db, changed, http.language);
      return { data: { undo: changed.undo }, after };
    },
    dnsDeleteAll: async ({ change, holding, http }) => {
      const changed = await deleteAllRecords(change, holding);
      const after = () => lookAtNameServers(db, changed, http.language);
      return { data: { dnss: changed.result, undo: changed.undo }, after };
    },
    dnsRestore: async ({ change, holding, http }) => {
      const changed = await restoreZone(change, holding);
      const after = () => lookAtNameServers(db, changed, http.language);
      return { data: { dnss: changed.result, undo: changed.undo }, after };
    },
    dnsUndo: async ({ change, holding, params, http }) => {
      const changed = await undoEntry(change, holding, params.jid);
      const after = () => lookAtNameServers(db, changed, http.language);
      return { data: { dnss: changed.result }, after };
    },
  }) satisfies Handlers<keyof typeof dnsCalls>;
