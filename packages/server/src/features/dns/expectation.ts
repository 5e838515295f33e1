/** What the name servers must come to show of a change: the reply and the job that follows it look for the same. */
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import type { JournalRecord, ZoneEntry } from "./journal-entry.ts";
import type { NameServer } from "./name-server.ts";
import { namesUpTo } from "./rules.ts";
import type { Expectation, ExpectedRecord, Search } from "./shown.ts";
import { type Zone, recordsOf, sameData } from "./zone-records.ts";

/** So many records are looked at one by one; of more the serial speaks. */
const mostLookedAt = 8;

const givesAddresses = ({ type }: JournalRecord) => type === "ANAME" || type === "A" || type === "AAAA";

/** Name servers show an ANAME as addresses: beside other addresses of its name nobody can tell whose they are. */
const isHiddenBy = (record: JournalRecord, other: JournalRecord): boolean =>
  record.name === other.name &&
  givesAddresses(record) &&
  givesAddresses(other) &&
  (record.type === "ANAME" || other.type === "ANAME");

const hasLeft = (record: JournalRecord, current: readonly JournalRecord[]): boolean =>
  !current.some((other) => sameData(record, other) || isHiddenBy(record, other));

/** Where a wildcard answers for a name, an answer says nothing about a record that left it. */
async function isCovered({ db }: Read, zone: Zone, records: readonly JournalRecord[]): Promise<boolean> {
  if (records.length === 0) return false;
  const wildcards = records.flatMap(({ name }) => namesUpTo(name, zone.name).map((above) => `*.${above}`));
  const wildcard = await db
    .selectFrom("atrio.dns_record")
    .select("id")
    .where("zone_id", "=", zone.id)
    .where("name", "in", wildcards)
    .executeTakeFirst();
  return wildcard !== undefined;
}

/** The records of a change as they are now: where a later change altered them again, that is what must be seen. */
export async function expectationOf(
  read: Read,
  zone: Zone,
  { before, after }: Pick<ZoneEntry, "before" | "after">,
): Promise<Expectation> {
  const { serial } = await read.db
    .selectFrom("atrio.dns_zone")
    .select("serial")
    .where("id", "=", zone.id)
    .executeTakeFirstOrThrow();
  const bare = { zone: zone.name, serial, shown: [], gone: [] };
  const touched = [...before, ...after];
  if (touched.length > mostLookedAt) return bare;
  const names = touched.map(({ name }) => name);
  const current = await recordsOf(read, zone, names, "with system");
  const shown = current.filter((record) =>
    touched.some((one) => one.id === record.id || sameData(one, record)),
  );
  const gone = touched.filter((record) => hasLeft(record, current));
  return { ...bare, shown, gone: (await isCovered(read, zone, gone)) ? [] : gone };
}

/** What dnsd found behind an ANAME as it stands now; what is still served of an earlier target doesn't count. */
async function findAddresses(
  { db }: Read,
  zone: string,
  { name, value }: ExpectedRecord,
): Promise<string[] | null> {
  const { rows } = await sql<{ addresses: string[] }>`
    select array(select host(address) from atrio.dns_aname_address where record_id = r.id) as addresses
      from atrio.dns_zone z
      join atrio.dns_record r on r.zone_id = z.id and r.name = ${name} and r.type = 'ANAME' and r.value = ${value}
      join atrio.dns_aname d on d.record_id = r.id and d.target = r.value
     where z.name = ${zone}`.execute(db);
  return rows[0]?.addresses ?? null;
}

/** An ANAME of the change whose target has no address: the name servers are right to show none. */
export async function findEmptyAname(search: Search): Promise<ExpectedRecord | null> {
  for (const record of search.shown)
    if (record.type === "ANAME" && (await search.addressesOf(search.zone, record))?.length === 0)
      return record;
  return null;
}

export const searchFor = (read: Read, expected: Expectation): Search => ({
  ...expected,
  addressesOf: (zone, aname) => findAddresses(read, zone, aname),
});

export const nameServers = ({ db }: Read): Promise<NameServer[]> =>
  db.selectFrom("atrio.name_server").select(["name", "address", "port"]).orderBy("position").execute();
