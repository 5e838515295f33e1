/** What countries call the parts of an address; the ordinary words where nothing is known. */
import type { MessageKey } from "@atrio/contract";

type Term = Extract<MessageKey, `geography.${string}`>;

const states: readonly (readonly [term: Term, countries: string])[] = [
  ["geography.canton", "CH LU"],
  ["geography.county", "EE HR HU KE LR LT NO RO SE"],
  ["geography.department", "BO CO GT HN NI PY SV UY"],
  ["geography.district", "CY IL PT"],
  ["geography.emirate", "AE"],
  ["geography.governorate", "BH EG IQ JO KW LB OM PS SY TN YE"],
  ["geography.municipality", "LV MK SI"],
  ["geography.parish", "AD AG BB BM DM GD JM KN MS VC"],
  ["geography.prefecture", "JP"],
  ["geography.province", "AF AO AR CN CR CU DO DZ EC ES FJ ID IE IR IT KH KR MZ NL PA TH TR VN ZA ZM"],
  ["geography.province_or_territory", "CA"],
  ["geography.region", "BE CL CZ DK FI FR GB GH GR IS MA MT NZ PE PH RU SK SN TZ UA UZ"],
  ["geography.state", "AT BR DE IN MM MX MY NG SD SS US VE"],
  ["geography.territory", "AU"],
  ["geography.voivodeship", "PL"],
];
const stateTerms = new Map(
  states.flatMap(([term, countries]) => countries.split(" ").map((one) => [one, term])),
);

const callItCity = new Set(
  "AR AU BO BR CA CL CN CO CR CU DO EC GT HN JP MX NI NZ PA PE PY SV US UY VE".split(" "),
);

export const stateTerm = (country: string | null): Term =>
  stateTerms.get(country ?? "") ?? "geography.state_or_province";

export const cityTerm = (country: string | null): Term =>
  callItCity.has(country ?? "") ? "geography.city" : "geography.town";
