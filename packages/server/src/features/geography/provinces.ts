/**
 * The provinces of Spain by their number at the INE, which is also how their postal codes begin; with GeoNames' letters,
 * and what else they are called.
 */
import { fold, foldNames } from "./fold.ts";

export interface Province {
  readonly key: string;
  readonly number: string;
  /** As GeoNames calls it. */
  readonly letters: string;
  readonly name: string;
  /** All its names, as they are compared. */
  readonly folded: readonly string[];
}

const table: readonly (readonly [number: string, letters: string, name: string, others?: string])[] = [
  ["01", "VI", "Álava/Araba"],
  ["02", "AB", "Albacete"],
  ["03", "A", "Alicante/Alacant"],
  ["04", "AL", "Almería"],
  ["05", "AV", "Ávila"],
  ["06", "BA", "Badajoz"],
  ["07", "PM", "Illes Balears", "Islas Baleares/Baleares/Balears/Balears, Illes/Balearic Islands"],
  ["08", "B", "Barcelona"],
  ["09", "BU", "Burgos"],
  ["10", "CC", "Cáceres"],
  ["11", "CA", "Cádiz"],
  ["12", "CS", "Castellón/Castelló"],
  ["13", "CR", "Ciudad Real"],
  ["14", "CO", "Córdoba"],
  ["15", "C", "A Coruña", "La Coruña/Coruña, A/Coruña"],
  ["16", "CU", "Cuenca"],
  ["17", "GI", "Girona", "Gerona"],
  ["18", "GR", "Granada"],
  ["19", "GU", "Guadalajara"],
  ["20", "SS", "Gipuzkoa", "Guipúzcoa"],
  ["21", "H", "Huelva"],
  ["22", "HU", "Huesca"],
  ["23", "J", "Jaén"],
  ["24", "LE", "León"],
  ["25", "L", "Lleida", "Lérida"],
  ["26", "LO", "La Rioja", "Rioja, La/Rioja/Logroño"],
  ["27", "LU", "Lugo"],
  ["28", "M", "Madrid", "Comunidad de Madrid"],
  ["29", "MA", "Málaga"],
  ["30", "MU", "Murcia", "Región de Murcia"],
  ["31", "NA", "Navarra", "Nafarroa/Navarre/Comunidad Foral de Navarra"],
  ["32", "OR", "Ourense", "Orense"],
  ["33", "O", "Asturias", "Principado de Asturias/Oviedo"],
  ["34", "P", "Palencia"],
  ["35", "GC", "Las Palmas", "Palmas, Las"],
  ["36", "PO", "Pontevedra"],
  ["37", "SA", "Salamanca"],
  ["38", "TF", "Santa Cruz de Tenerife", "Tenerife"],
  ["39", "S", "Cantabria", "Santander"],
  ["40", "SG", "Segovia"],
  ["41", "SE", "Sevilla", "Seville"],
  ["42", "SO", "Soria"],
  ["43", "T", "Tarragona"],
  ["44", "TE", "Teruel"],
  ["45", "TO", "Toledo"],
  ["46", "V", "Valencia/València"],
  ["47", "VA", "Valladolid"],
  ["48", "BI", "Bizkaia", "Vizcaya/Biscay"],
  ["49", "ZA", "Zamora"],
  ["50", "Z", "Zaragoza", "Saragossa"],
  ["51", "CE", "Ceuta"],
  ["52", "ME", "Melilla"],
];

export const provinces: readonly Province[] = table.map(([number, letters, name, others = ""]) => ({
  key: `ES-${number}`,
  number,
  letters,
  name,
  folded: foldNames(`${name}/${others}`),
}));

/** By its key or any of its names. */
export function findProvince(text: string): Province | undefined {
  const folded = fold(text);
  return provinces.find(({ key, folded: names }) => key === text || names.includes(folded));
}

export const provinceOfPostalCode = (code: string): Province | undefined =>
  provinces.find(({ number }) => code.startsWith(number));
