/** Postal codes of GeoNames, a country at a time; what operators bring in and see of it. */
import { countryCodes, parsePostalCode } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import { foldNames } from "./fold.ts";
import { provinceOfPostalCode } from "./provinces.ts";

/** A line of GeoNames' file. */
export interface PostalPlace {
  readonly country: string;
  readonly code: string;
  /** The place, and the community it belongs to. */
  readonly names: readonly string[];
  /** The names of its state, and of what is below that. */
  readonly states: readonly string[];
  /** The code of the second level, which is that of Italy's provinces. */
  readonly admin2: string;
}

export interface PostalCountry {
  readonly country: string;
  readonly file: string;
  readonly codes: number;
  readonly importedAt: Date;
}

type States = ReadonlyMap<string, string>;

async function statesOf({ db }: Read, country: string): Promise<States> {
  const rows = await db
    .selectFrom("atrio.state")
    .select(["key", "folded"])
    .where("country", "=", country)
    .execute();
  return new Map(rows.flatMap(({ key, folded }) => [key, ...folded].map((name) => [name, key])));
}

/** Null where the state goes by a name that we do not know it by. */
function stateOf(
  { country, states: names, admin2 }: PostalPlace,
  code: string,
  states: States,
): string | null {
  if (country === "ES") return provinceOfPostalCode(code)?.key ?? null;
  if (country === "IT") return states.get(`IT-${admin2}`) ?? null;
  return (
    names
      .flatMap(foldNames)
      .map((name) => states.get(name))
      .find(Boolean) ?? null
  );
}

interface Row {
  readonly folded: string;
  readonly code: string;
  readonly state: string | null;
}

/** Each once. Some editions have only how codes begin (London's "SW1A"): those are no postal codes and are left out. */
function rowsOf(places: readonly PostalPlace[], states: States): Row[] {
  const rows = new Map<string, Row>();
  for (const place of places) {
    const code = parsePostalCode(place.country, place.code);
    if (!code.ok) continue;
    const state = stateOf(place, code.value, states);
    for (const folded of place.names.flatMap(foldNames))
      rows.set(`${folded}/${code.value}/${state}`, { folded, code: code.value, state });
  }
  return [...rows.values()];
}

const batch = 20_000;

async function insert({ db }: Read, country: string, rows: readonly Row[]): Promise<void> {
  for (let at = 0; at < rows.length; at += batch) {
    const some = rows.slice(at, at + batch);
    await sql`
      insert into atrio.postal_code (country, folded, code, state_key)
      select ${country}, * from unnest(${some.map(({ folded }) => folded)}::text[],
        ${some.map(({ code }) => code)}::text[], ${some.map(({ state }) => state)}::text[])`.execute(db);
  }
}

/** Whoever imports the same country meanwhile waits for this row. */
const claim = ({ db }: Change, country: string, file: string, codes: number) =>
  db
    .insertInto("atrio.postal_country")
    .values({ country, file, codes })
    .onConflict((conflict) =>
      conflict.column("country").doUpdateSet({ file, codes, imported_at: sql`now()` }),
    )
    .execute();

/** In place of those of the country that are there. Returns how many codes it has now; with none nothing is changed. */
export async function importPostalCodes(
  change: Change,
  country: string,
  file: string,
  places: readonly PostalPlace[],
): Promise<number> {
  const rows = countryCodes.includes(country) ? rowsOf(places, await statesOf(change, country)) : [];
  const codes = new Set(rows.map(({ code }) => code)).size;
  if (codes === 0) {
    change.unchanged();
    return 0;
  }
  const before = await findPostalCountry(change, country);
  await claim(change, country, file, codes);
  await change.db.deleteFrom("atrio.postal_code").where("country", "=", country).execute();
  await insert(change, country, rows);
  await change.record({
    holdingId: null,
    area: "geography",
    act: "postalCodesImport",
    item: country,
    before: before ?? null,
    after: { country, file, codes },
  });
  return codes;
}

export async function removePostalCodes(change: Change, before: PostalCountry): Promise<void> {
  await change.db.deleteFrom("atrio.postal_country").where("country", "=", before.country).execute();
  await change.record({
    holdingId: null,
    area: "geography",
    act: "postalCodesRemove",
    item: before.country,
    before,
    after: null,
  });
}

const postalCountries = ({ db }: Read) =>
  db.selectFrom("atrio.postal_country").select(["country", "file", "codes", "imported_at as importedAt"]);

export const listPostalCountries = (read: Read): Promise<PostalCountry[]> =>
  postalCountries(read).orderBy("country").execute();

export const findPostalCountry = (read: Read, country: string): Promise<PostalCountry | undefined> =>
  postalCountries(read).where("country", "=", country).executeTakeFirst();

export interface Edition {
  readonly edition: string;
  readonly importedAt: Date;
  readonly states: number;
  readonly towns: number;
}

/** What `atrio up` loaded. */
export async function findEdition({ db }: Read): Promise<Edition | undefined> {
  const { rows } = await sql<Edition>`
    select edition, imported_at as "importedAt", (select count(*) from atrio.state) as states,
           (select count(*) from atrio.city) as towns
      from atrio.geography_edition`.execute(db);
  return rows[0];
}
