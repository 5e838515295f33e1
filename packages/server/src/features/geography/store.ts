/** Looks an address up, part by part: each is found by its key or by its name, within what was found before it. */
import { parsePostalCode } from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import { findCountry } from "./countries.ts";
import { fold, foldNames } from "./fold.ts";
import { provinceOfPostalCode } from "./provinces.ts";

export interface Address {
  readonly country?: string | undefined;
  readonly state?: string | undefined;
  readonly city?: string | undefined;
  readonly postal_code?: string | undefined;
}
export interface Named {
  readonly key: string;
  readonly name: string;
}
export interface Found {
  readonly country: string | null;
  readonly state: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  /** All of the country. */
  readonly states: readonly Named[];
  /** Those whose names have in them what was typed: what begins with it first. */
  readonly cities: readonly string[];
  /** Those of the town, where the country's were imported. */
  readonly postalCodes: readonly string[];
}

/** More than a list shows; whoever types on sees the others. */
const citiesShown = sql.lit(50);
const postalCodesShown = sql.lit(200);

const listStates = ({ db }: Read, country: string) =>
  db.selectFrom("atrio.state").select(["key", "name", "folded"]).where("country", "=", country).execute();

interface City {
  readonly name: string;
  readonly isIt: boolean;
}
async function listCities({ db }: Read, parent: string, typed: string): Promise<City[]> {
  const folded = fold(typed);
  const nearest = sql`name = ${typed} desc, folded = ${folded} desc, starts_with(folded, ${folded}) desc,`;
  const { rows } = await sql<City>`
    select name, name = ${typed} or folded = ${folded} as "isIt" from atrio.city
     where parent = ${parent} and strpos(folded, ${folded}) > 0
     order by ${folded === "" ? sql`` : nearest} folded, name limit ${citiesShown}`.execute(db);
  return rows;
}

async function listPostalCodes(
  { db }: Read,
  place: { readonly country: string; readonly state: string | null; readonly city: string },
  typed: string,
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from atrio.postal_code
     where country = ${place.country} and folded = any(${foldNames(place.city)}::text[])
       and (state_key is null or ${place.state}::text is null or state_key = ${place.state})
     group by code order by starts_with(code, ${typed}) desc, code limit ${postalCodesShown}`.execute(db);
  return rows.map(({ code }) => code);
}

interface PostalCode {
  readonly code: string;
  /** Those that have it; none where that is not known. */
  readonly states: readonly string[];
}

/** Null where it is no code of the country: by how it is written, and by those that were imported. */
async function findPostalCode({ db }: Read, country: string, typed: string): Promise<PostalCode | null> {
  const parsed = parsePostalCode(country, typed);
  if (!parsed.ok) return null;
  const code = parsed.value;
  const { rows } = await sql<{ state: string | null; isKnown: boolean }>`
    select distinct p.state_key as state, p.code is not null as "isKnown"
      from atrio.postal_country c left join atrio.postal_code p on p.country = c.country and p.code = ${code}
     where c.country = ${country}`.execute(db);
  if (rows.some(({ isKnown }) => !isKnown)) return null;
  if (country !== "ES") return { code, states: rows.flatMap(({ state }) => state ?? []) };
  const province = provinceOfPostalCode(code);
  return province ? { code, states: [province.key] } : null;
}

const nothing: Found = {
  country: null,
  state: null,
  city: null,
  postalCode: null,
  states: [],
  cities: [],
  postalCodes: [],
};

export async function findAddress(read: Read, asked: Address): Promise<Found> {
  const { state: typedState = "", city: typedCity = "", postal_code: typedCode = "" } = asked;
  const country = findCountry(asked.country ?? "");
  if (country === null) return nothing;
  const [states, postal] = await Promise.all([
    listStates(read, country),
    typedCode === "" ? null : findPostalCode(read, country, typedCode),
  ]);
  const folded = fold(typedState);
  const named =
    states.find(({ key }) => key === typedState) ?? states.find((one) => one.folded.includes(folded));
  const state = named?.key ?? (postal?.states.length === 1 ? (postal.states[0] ?? null) : null);
  const [cities, postalCodes] = await Promise.all([
    listCities(read, state ?? country, typedCity),
    typedCity === "" ? [] : listPostalCodes(read, { country, state, city: typedCity }, typedCode),
  ]);
  const fits = postal && (state === null || postal.states.length === 0 || postal.states.includes(state));
  return {
    country,
    state,
    city: cities.find(({ isIt }) => isIt)?.name ?? null,
    postalCode: fits ? postal.code : null,
    states,
    cities: cities.map(({ name }) => name),
    postalCodes,
  };
}
