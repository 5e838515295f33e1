/**
 * Postal codes by country: how they are written (CLDR, the Universal Postal Union). In a shape `9` is a digit, `@` a
 * letter, `*` either; any other letter stands for itself and may be left out where it leads. Spaces and hyphens are put
 * where they belong, wherever they were typed.
 */
import { accepted, refused, type Result } from "./result.ts";

const british = ["@9 9@@", "@99 9@@", "@@9 9@@", "@@99 9@@", "@9@ 9@@", "@@9@ 9@@"];

/** Countries whose codes are digits only, without a space. */
const digits: Readonly<Record<number, string>> = {
  3: "FO IS LS MG PG",
  4: "AF AL AM AT AU BD BE BG CC CH CV CX CY DK ET GE GL GW HM HT HU LI LU MK MZ NE NF NO NZ PA PH PY SI SJ SV TN VE ZA",
  5:
    "AS AX BA BT CR CU DE DO DZ EE EG EH ES FI FM FR GF GP GT GU HN HR ID IQ IT JO KE KH KR KW LA LK LY MA MC ME MH MM MP MQ MR MV MX " +
    "MY NC NI NP PE PF PK PM RE RS SD SM SN TH TR TW UA UY VA WF YT ZM",
  6: "BY CN CO EC KG KZ NG RO RU SG TJ TM TT UZ",
  7: "CL IL",
};

const written: Readonly<Record<string, readonly string[]>> = {
  AD: ["AD999"],
  AI: ["AI-9999"],
  AQ: ["BIQQ 1ZZ"],
  AR: ["@9999@@@", "9999"],
  AZ: ["AZ 9999"],
  BB: ["BB99999"],
  BM: ["@@ 99", "@@ @@"],
  BN: ["@@9999"],
  BR: ["99999-999"],
  CA: ["@9@ 9@9"],
  CZ: ["999 99"],
  FK: ["FIQQ 1ZZ"],
  GB: british,
  GG: british,
  GI: ["GX11 1AA"],
  GR: ["999 99"],
  GS: ["SIQQ 1ZZ"],
  IE: ["@9* ****"],
  IM: british,
  IN: ["999999"],
  IO: ["BBND 1ZZ"],
  IR: ["99999-99999"],
  JE: british,
  JP: ["999-9999"],
  KY: ["KY9-9999"],
  LB: ["9999 9999", "9999"],
  LC: ["LC99 999"],
  LT: ["LT-99999"],
  LV: ["LV-9999"],
  MD: ["MD-9999"],
  MN: ["99999", "999999"],
  MS: ["MSR 9999"],
  MT: ["@@@ 9999"],
  NL: ["9999 @@"],
  PL: ["99-999"],
  PN: ["PCRN 1ZZ"],
  PR: ["99999", "99999-9999"],
  PT: ["9999-999"],
  SA: ["99999", "99999-9999"],
  SE: ["999 99"],
  SH: ["STHL 1ZZ", "ASCN 1ZZ", "TDCU 1ZZ"],
  SK: ["999 99"],
  SO: ["@@ 99999"],
  SZ: ["@999"],
  TC: ["TKCA 1ZZ"],
  TW: ["99999", "999", "999999"],
  US: ["99999", "99999-9999"],
  VC: ["VC9999"],
  VG: ["VG9999"],
  VI: ["99999", "99999-9999"],
  VN: ["99999", "999999"],
};

/** Where nothing is known of a country's codes, as where it has none and something is filled in. */
const lengthElsewhere = 5;

const shapes: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(digits).flatMap(([length, countries]) =>
    countries.split(" ").map((country) => [country, ["9".repeat(Number(length))]] as const),
  ),
  ...Object.entries(written),
]);

const separators = /[\s-]/g;
const classes: Readonly<Record<string, string>> = { "9": "\\d", "@": "[A-Z]", "*": "[A-Z\\d]" };
function canonical(shape: string, typed: string): string | null {
  const bare = shape.replaceAll(separators, "");
  const pattern = new RegExp(`^${bare.replaceAll(/[9@*]/g, (sign) => classes[sign] ?? sign)}$`);
  const own = /^[A-Z]+/.exec(shape)?.[0] ?? "";
  const text = [typed, own + typed].find((one) => pattern.test(one));
  if (text === undefined) return null;
  let at = 0;
  return Array.from(shape, (sign) => (/[\s-]/.test(sign) ? sign : text[at++])).join("");
}

/** An example of how the country writes its codes. */
const exampleOf = (shape: string): string =>
  Array.from(shape, (sign, i) => ({ "9": String((i + 1) % 10), "@": "A", "*": "A" })[sign] ?? sign).join("");

/** How long a form's field for it must be; separators included. */
export const postalCodeLength = (country: string): number =>
  Math.max(...(shapes.get(country)?.map((shape) => shape.length) ?? [lengthElsewhere]));

/** The code as its country writes it. */
export function parsePostalCode(country: string, input: string): Result<string> {
  const text = input.trim().toUpperCase();
  if (text === "") return refused("main.required");
  const known = shapes.get(country);
  if (!known) {
    if (text.length > lengthElsewhere) return refused("main.too_long", { maximum: lengthElsewhere });
    return /^[A-Z\d](?:[A-Z\d -]*[A-Z\d])?$/.test(text) ? accepted(text) : refused("main.invalid_value");
  }
  const typed = text.replaceAll(separators, "");
  for (const shape of known) {
    const code = canonical(shape, typed);
    if (code !== null) return accepted(code);
  }
  return refused("contact.postal_code", { example: exampleOf(known[0] ?? "") });
}
