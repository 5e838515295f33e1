import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { countryCodes } from "@atrio/contract";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { fold } from "./fold.ts";
import { type Gazetteer, hasEdition, importPlaces } from "./import.ts";
import { provinces } from "./provinces.ts";
import { cityTerm, stateTerm } from "./terms.ts";

const place = (country: string, admin1: string, admin2: string, ...names: readonly string[]) =>
  names.map((name) => ({ country, admin1, admin2, name }));
const gazetteer: Gazetteer = {
  cities: [
    ...place("ES", "52", "Z", "Zaragoza", "Calatayud", "Cuarte de Huerva", "Zuera", "Zuera"),
    ...place("ES", "59", "SS", "Donostia / San Sebastián", "Irun"),
    ...place("ES", "60", "V", "València", "Xàtiva"),
    ...place("IT", "01", "AQ", "L'Aquila", "Sulmona"),
    ...place("FR", "53", "35", "Saint-Malo", "Rennes"),
    ...place("SG", "01", "", "Bedok"),
    ...Array.from({ length: 60 }, (_, i) => place("GB", "ENG", "A1", `Newton ${i}`)).flat(),
    ...place("GB", "ENG", "A1", "Great Newton", "Newt"),
  ],
  admin1: [
    { code: "ES.52", name: "Aragon" },
    { code: "IT.01", name: "Abruzzo" },
    { code: "FR.53", name: "Brittany" },
    { code: "FR.11", name: "Île-de-France" },
    { code: "GB.ENG", name: "England" },
  ],
  admin2: [
    { code: "ES.52.Z", name: "Provincia de Zaragoza" },
    { code: "IT.01.AQ", name: "Provincia dell' Aquila" },
    { code: "IT.09.MI", name: "Città metropolitana di Milano" },
    { code: "IT.17.TN", name: "Provincia autonoma di Trento" },
    { code: "FR.53.35", name: "Ille-et-Vilaine" },
  ],
};

let panel: TestApp;
let user: TestUser;
before(async () => {
  panel = await makeApp();
  user = await panel.asUser();
  await importPlaces(panel.db, gazetteer, "1.0.0");
});
after(() => panel.stop());

type Asked = Partial<Record<"country" | "state" | "city" | "postal_code", string>>;
const look = async (input: Asked, language: "es" | "en" = "es") => {
  const reply = await user.call("geographyLookup", { input, headers: { "accept-language": language } });
  assert.equal(reply.status, 200, reply.body);
  return reply.data;
};
const selected = async (input: Asked) => Object.values((await look(input)).selected);

describe("countries", () => {
  it("are all of ISO 3166-1, in the language of the reply and in its order", async () => {
    const spanish = await look({});
    assert.equal(Object.keys(spanish.countries).length, countryCodes.length);
    assert.deepEqual(Object.values(spanish.countries).slice(0, 3), ["Afganistán", "Albania", "Alemania"]);
    assert.deepEqual(spanish.selected, { country: null, state: null, city: null, postalCode: null });
    const { countries } = await look({}, "en");
    assert.equal(countries["DE"], "Germany");
    assert.equal(Object.values(countries).at(-1), "Zimbabwe");
  });

  it("are found by code, or by their name in either language", async () => {
    for (const country of ["ES", "es", "España", "espana", "Spain"])
      assert.equal((await look({ country })).selected.country, "ES", country);
    for (const country of ["XK", "Atlantis", "__proto__", "", "!"])
      assert.equal((await look({ country })).selected.country, null, country);
  });

  it("call the parts of an address as their people do", async () => {
    assert.deepEqual((await look({ country: "ES" })).names, { state: "Provincia", city: "Localidad" });
    assert.deepEqual((await look({ country: "US" }, "en")).names, { state: "State", city: "City" });
    for (const country of [null, ...countryCodes]) assert.ok(stateTerm(country) && cityTerm(country));
  });
});

describe("states", () => {
  it("are Spain's 52 provinces, by the numbers of the INE and by any name of theirs", async () => {
    const { states } = await look({ country: "ES" });
    assert.equal(Object.keys(states).length, 52);
    assert.deepEqual(Object.entries(states).slice(0, 3), [
      ["ES-15", "A Coruña"],
      ["ES-01", "Álava/Araba"],
      ["ES-02", "Albacete"],
    ]);
    for (const [state, key] of [
      ["ES-50", "ES-50"],
      ["zaragoza", "ES-50"],
      ["Vizcaya", "ES-48"],
      ["Alacant", "ES-03"],
      ["LA CORUÑA", "ES-15"],
      ["Balears, Illes", "ES-07"],
    ] as const)
      assert.equal((await look({ country: "ES", state })).selected.state, key, state);
    const names = provinces.flatMap(({ folded }) => folded);
    assert.equal(new Set(names).size, names.length, "a name is one province's");
  });

  it("are Italy's provinces and elsewhere GeoNames' first level, as addresses have them", async () => {
    assert.deepEqual((await look({ country: "IT" })).states, {
      "IT-AQ": "L'Aquila",
      "IT-MI": "Milano",
      "IT-TN": "Trento",
    });
    assert.deepEqual((await look({ country: "FR" })).states, {
      "FR-53": "Bretagne",
      "FR-11": "Île-de-France",
    });
    assert.deepEqual(await selected({ country: "FR", state: "Brittany" }), ["FR", "FR-53", null, null]);
    assert.deepEqual(await selected({ country: "FR", state: "ES-50" }), ["FR", null, null, null]);
  });
});

describe("cities", () => {
  it("are those of the state, found without accents and case; what begins with it comes first", async () => {
    const input = { country: "ES", state: "ES-50" };
    assert.deepEqual(Object.keys((await look(input)).cities), [
      "Calatayud",
      "Cuarte de Huerva",
      "Zaragoza",
      "Zuera",
    ]);
    assert.deepEqual(Object.keys((await look({ ...input, city: "UE" })).cities), [
      "Cuarte de Huerva",
      "Zuera",
    ]);
    assert.deepEqual(Object.keys((await look({ ...input, city: "c" })).cities), [
      "Calatayud",
      "Cuarte de Huerva",
    ]);
    assert.deepEqual(
      Object.keys((await look({ country: "ES", state: "Gipuzkoa", city: "san seb" })).cities),
      ["Donostia / San Sebastián"],
    );
    assert.deepEqual(await selected({ country: "ES", state: "València", city: "xativa" }), [
      "ES",
      "ES-46",
      "Xàtiva",
      null,
    ]);
    assert.deepEqual(await selected({ ...input, city: "Xàtiva" }), ["ES", "ES-50", null, null]);
  });

  it("are at most fifty, the one that was typed among them", async () => {
    const { cities, selected: found } = await look({ country: "GB", state: "GB-ENG", city: "newt" });
    assert.deepEqual([Object.keys(cities).length, Object.keys(cities)[0], found.city], [50, "Newt", "Newt"]);
    assert.ok(!Object.keys(cities).includes("Great Newton"));
  });

  it("are the country's where it has no states, and none where the state is open", async () => {
    assert.deepEqual((await look({ country: "SG" })).cities, { Bedok: "Bedok" });
    assert.deepEqual((await look({ country: "ES" })).cities, {});
  });

  it("are asked for with anything", async () => {
    for (const city of ["%", "_", "'", "\\", "__proto__", "ß", "東京", "a".repeat(100)])
      assert.deepEqual((await look({ country: "FR", state: "FR-53", city })).selected.city, null, city);
    const reply = await user.call("geographyLookup", { input: { city: "a".repeat(101) } });
    assert.deepEqual([reply.status, reply.system.inputs], [422, ["city"]]);
  });
});

describe("postal codes", () => {
  it("say the province in Spain, unless another was chosen", async () => {
    assert.deepEqual(await selected({ country: "ES", postal_code: " 50001" }), [
      "ES",
      "ES-50",
      null,
      "50001",
    ]);
    assert.deepEqual(await selected({ country: "ES", postal_code: "50001", city: "Zuera" }), [
      "ES",
      "ES-50",
      "Zuera",
      "50001",
    ]);
    assert.deepEqual(await selected({ country: "ES", state: "ES-28", postal_code: "50001" }), [
      "ES",
      "ES-28",
      null,
      null,
    ]);
    for (const postal_code of ["53001", "00001", "5000", "500011", "A0001"])
      assert.deepEqual(await selected({ country: "ES", postal_code }), ["ES", null, null, null], postal_code);
  });

  it("are as the country writes them", async () => {
    assert.equal((await look({ country: "GB", postal_code: "sw1a1aa" })).selected.postalCode, "SW1A 1AA");
    assert.equal((await look({ country: "NL", postal_code: "1234" })).selected.postalCode, null);
  });
});

describe("the edition", () => {
  it("is known, and the next one takes its place", async () => {
    assert.equal(await hasEdition(panel, "1.0.0"), true);
    assert.equal(await hasEdition(panel, "1.0.1"), false);
    await importPlaces(panel.db, { ...gazetteer, cities: place("FR", "53", "35", "Brest") }, "1.0.1");
    assert.deepEqual((await look({ country: "FR", state: "FR-53" })).cities, { Brest: "Brest" });
    assert.equal(await hasEdition(panel, "1.0.0"), false);
  });

  it("is imported by two at once, one after the other", async () => {
    await Promise.all([importPlaces(panel.db, gazetteer, "2"), importPlaces(panel.db, gazetteer, "2")]);
    assert.equal(await hasEdition(panel, "2"), true);
    assert.equal(Object.keys((await look({ country: "ES", state: "ES-50" })).cities).length, 4);
  });
});

it("names are compared by letters and digits alone", () => {
  assert.equal(fold("  L’Hospitalet de  l'Infant "), "l hospitalet de l infant");
  assert.equal(fold("ŁÓDŹ–Straße Ærø"), "lodz strasse aero");
  assert.equal(fold("東京"), "東京");
});
