/** Changing a zone, one function a call. The zone is locked first, so what is checked stays true until the commit. */
import {
  type CanonicalRecord,
  type DnsRecord,
  type InputOf,
  type RecordDraft,
  type RecordType,
  type dnsCalls,
  parseRecord,
  zoneRecord,
} from "@atrio/contract";
import { sql } from "kysely";
import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { getRecord, listRecords, writtenColumns, writtenRecord } from "./list.ts";
import { refuseConflicts, withRules } from "./rules.ts";
import type { Zone } from "./zone-records.ts";
import { type MayWrite, type ZoneChange, changeZone, lockZone } from "./zone.ts";

/** How the journal names a record: `www.example.com A`. */
const itemOf = (name: string, type: RecordType) => `${name} ${type}`;

function parse(type: RecordType, draft: RecordDraft, zone: Zone): CanonicalRecord {
  const parsed = parseRecord(type, draft, zone.name);
  return parsed.ok ? parsed.record : refuse("invalid", { fields: parsed.errors });
}

export async function createRecord(
  change: Change,
  holding: MayWrite,
  { type, ...draft }: InputOf<typeof dnsCalls.dnsCreate>,
): Promise<ZoneChange<DnsRecord>> {
  const zone = await lockZone(change, holding);
  const { name, value, ttl, priority } = parse(type, draft, zone);
  const act = { name: "dnsCreate", item: itemOf(name, type), names: [name] } as const;
  return changeZone(change, zone, act, async () => {
    await refuseConflicts(change, zone, { type, name, value, priority });
    const written = await withRules(zone, name, () =>
      change.db
        .insertInto("atrio.dns_record")
        .values({ zone_id: zone.id, holding_id: holding.id, name, type, value, ttl, priority })
        .returning(writtenColumns)
        .executeTakeFirstOrThrow(),
    );
    return writtenRecord(change, zone, written);
  });
}

/** A record that customers may touch, as it is under the lock. */
async function eliminable(change: Change, holding: MayWrite, id: number): Promise<DnsRecord> {
  const record = await getRecord(change, holding, id);
  return record.eliminable ? record : refuse("conflict", { message: "dns.not_eliminable" });
}

const isChanged = (record: DnsRecord, { value, ttl, priority }: CanonicalRecord) =>
  record.value !== value || record.ttl !== ttl || record.priority !== priority;

/** TTL and priority stay where they are left out. Whoever edits a record the panel kept makes it the customer's own. */
export async function saveRecord(
  change: Change,
  holding: MayWrite,
  id: number,
  input: InputOf<typeof dnsCalls.dnsSave>,
): Promise<ZoneChange<DnsRecord>> {
  const zone = await lockZone(change, holding);
  const was = await eliminable(change, holding, id);
  const { type, referencePunycode: name } = was;
  const draft = {
    zona: `${name}.`,
    value: input.value,
    ttl: input.ttl ?? String(was.ttl),
    priority: input.priority ?? (was.priority === null ? undefined : String(was.priority)),
  };
  const wanted = parse(type, draft, zone);
  const { value, ttl, priority } = wanted;
  const act = { name: "dnsSave", item: itemOf(name, type), names: [name] } as const;
  return changeZone(change, zone, act, async () => {
    if (!isChanged(was, wanted)) return was;
    await refuseConflicts(change, zone, { ...zoneRecord(was), type, value, priority }, was);
    const written = await withRules(zone, name, () =>
      change.db
        .updateTable("atrio.dns_record")
        .set({ value, ttl, priority, dynamic: null })
        .where("holding_id", "=", holding.id)
        .where("id", "=", id)
        .returning(writtenColumns)
        .executeTakeFirstOrThrow(),
    );
    return writtenRecord(change, zone, written);
  });
}

export async function deleteRecord(change: Change, holding: MayWrite, id: number): Promise<ZoneChange<null>> {
  const zone = await lockZone(change, holding);
  const { referencePunycode: name, type } = await eliminable(change, holding, id);
  return changeZone(
    change,
    zone,
    { name: "dnsDelete", item: itemOf(name, type), names: [name] },
    async () => {
      await change.db
        .deleteFrom("atrio.dns_record")
        .where("holding_id", "=", holding.id)
        .where("id", "=", id)
        .execute();
      return null;
    },
  );
}

export async function deleteAllRecords(change: Change, holding: MayWrite): Promise<ZoneChange<DnsRecord[]>> {
  const zone = await lockZone(change, holding);
  return changeZone(change, zone, { name: "dnsDeleteAll", item: zone.name, names: null }, async () => {
    await change.db
      .deleteFrom("atrio.dns_record")
      .where("holding_id", "=", holding.id)
      .where("system", "=", false)
      .execute();
    return (await listRecords(change, holding)).dnss;
  });
}

export async function restoreZone(change: Change, holding: MayWrite): Promise<ZoneChange<DnsRecord[]>> {
  const zone = await lockZone(change, holding);
  return changeZone(change, zone, { name: "dnsRestore", item: zone.name, names: null }, async () => {
    await sql`select atrio.dns_zone_restore(${zone.id})`.execute(change.db);
    return (await listRecords(change, holding)).dnss;
  });
}
