import { type Language, dnsCalls } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Handlers, News } from "../../http/handler.ts";
import { getRecord, listRecords } from "./list.ts";
import { askNameServers, tellProof } from "./proof.ts";
import type { AddressLookup } from "./shown.ts";
import { createRecord, deleteAllRecords, deleteRecord, restoreZone, saveRecord } from "./store.ts";
import { undoEntry } from "./undo.ts";
import type { ZoneChange } from "./zone.ts";

/** What dnsd found behind an ANAME as it stands now; what is still served of an earlier target doesn't count. */
const findAddresses =
  (db: Kysely<DB>): AddressLookup =>
  async (zone, { name, value }) => {
    const { rows } = await sql<{ address: string }>`
      select host(a.address) as address
        from atrio.dns_zone z
        join atrio.dns_record r on r.zone_id = z.id and r.name = ${name} and r.type = 'ANAME' and r.value = ${value}
        join atrio.dns_aname d on d.record_id = r.id and d.target = r.value
        join atrio.dns_aname_address a on a.record_id = r.id
       where z.name = ${zone}`.execute(db);
    return rows.map((row) => row.address);
  };

/** After the commit: what the name servers show. What they don't show in time is the worker's to follow. */
async function lookAtNameServers(
  db: Kysely<DB>,
  { proof }: ZoneChange<unknown>,
  language: Language,
): Promise<News> {
  if (!proof) return { info: "dns.unchanged" };
  const seen = await askNameServers(proof.servers, { ...proof.expected, addressesOf: findAddresses(db) });
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
      return { data: { dns: changed.result, undo: changed.undo }, after };
    },
    dnsSave: async ({ change, holding, params, input, http }) => {
      const changed = await saveRecord(change, holding, params.zid, input);
      const after = () => lookAtNameServers(db, changed, http.language);
      return { data: { dns: changed.result, undo: changed.undo }, after };
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
