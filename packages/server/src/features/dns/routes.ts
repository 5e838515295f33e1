import { type Language, dnsCalls, trimmedFields } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Handlers, News } from "../../http/handler.ts";
import { expectationOf, findEmptyAname, nameServers, searchFor } from "./expectation.ts";
import { getRecord, listRecords } from "./list.ts";
import { askNameServers, tellEmptyAname, tellProof } from "./proof.ts";
import { createRecord, deleteAllRecords, deleteRecord, restoreZone, saveRecord } from "./store.ts";
import { undoEntry } from "./undo.ts";
import type { Proof, ZoneChange } from "./zone.ts";

/** After the commit: what the name servers show. What they don't show in time is the worker's to follow. */
async function lookAtNameServers(db: Kysely<DB>, proof: Proof, language: Language): Promise<News> {
  const [servers, expected] = await Promise.all([
    nameServers({ db }),
    expectationOf({ db }, proof.zone, proof),
  ]);
  const search = searchFor({ db }, expected);
  const seen = await askNameServers(servers, search);
  const info = tellProof(seen, language);
  if (seen.missing.length > 0) return { info, job: proof.job };
  await sql`select atrio.proof_seen(${proof.job})`.execute(db);
  const empty = await findEmptyAname(search);
  return { info: empty ? tellEmptyAname(empty) : info };
}

/** How a change is answered: at once as committed, or later as the name servers show it. */
function answerOf<D>(db: Kysely<DB>, { proof }: ZoneChange<unknown>, data: D, language: Language) {
  if (!proof) return { data, info: "dns.unchanged" as const };
  const after = () => lookAtNameServers(db, proof, language);
  return { data, info: "dns.saved" as const, job: proof.job, after };
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
      const trimmed = trimmedFields(input.type, input);
      return answerOf(db, changed, { dns: changed.result, undo: changed.undo, trimmed }, http.language);
    },
    dnsSave: async ({ change, holding, params, input, http }) => {
      const changed = await saveRecord(change, holding, params.zid, input);
      const trimmed = trimmedFields(changed.result.type, input);
      return answerOf(db, changed, { dns: changed.result, undo: changed.undo, trimmed }, http.language);
    },
    dnsDelete: async ({ change, holding, params, http }) => {
      const changed = await deleteRecord(change, holding, params.zid);
      return answerOf(db, changed, { undo: changed.undo }, http.language);
    },
    dnsDeleteAll: async ({ change, holding, http }) => {
      const changed = await deleteAllRecords(change, holding);
      return answerOf(db, changed, { dnss: changed.result, undo: changed.undo }, http.language);
    },
    dnsRestore: async ({ change, holding, http }) => {
      const changed = await restoreZone(change, holding);
      return answerOf(db, changed, { dnss: changed.result, undo: changed.undo }, http.language);
    },
    dnsUndo: async ({ change, holding, params, http }) => {
      const changed = await undoEntry(change, holding, params.jid);
      return answerOf(db, changed, { dnss: changed.result }, http.language);
    },
  }) satisfies Handlers<keyof typeof dnsCalls>;
