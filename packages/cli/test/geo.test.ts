import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { importPlaces } from "@atrio/server/features/geography/import.ts";
import { strToU8, zipSync } from "fflate";
import { makeApp, type TestApp } from "../../server/test/helpers/app.ts";
import type { TestUser } from "../../server/test/helpers/user.ts";
import { type Command, runCommand } from "../src/command.ts";
import { geoImport, geoList, geoRemove } from "../src/commands/geo.ts";
import { Failure } from "../src/failure.ts";
import { openHome } from "../src/home.ts";
import { roleUrlFile } from "../src/install/secrets.ts";

const line = (...columns: readonly string[]) => [...columns, "41.6", "-0.9", "6"].join("\t");
const spanish = [
  line("ES", "50001", "Zaragoza", "Aragon", "AR", "Zaragoza", "Z", "Zaragoza", "50297"),
  line("ES", "50002", "Zaragoza", "Aragon", "AR", "Zaragoza", "Z", "Zaragoza", "50297"),
  line("ES", "50720", "La Cartuja", "Aragon", "AR", "Zaragoza", "Z", "Zaragoza", "50297"),
  line(
    "ES",
    "20001",
    "Donostia-San Sebastian",
    "Pais Vasco",
    "PV",
    "Gipuzkoa",
    "SS",
    "San Sebastián",
    "20069",
  ),
  line(
    "ES",
    "20001",
    "Donostia-San Sebastian",
    "Pais Vasco",
    "PV",
    "Gipuzkoa",
    "SS",
    "San Sebastián",
    "20069",
  ),
].join("\n");
const italian = [
  line("IT", "67100", "L'Aquila", "Abruzzi", "AB", "L'Aquila", "AQ", "", ""),
  line("IT", "67039", "Sulmona", "Abruzzi", "AB", "L'Aquila", "AQ", "", ""),
].join("\r\n");
const french = [
  line("FR", "35400", "Saint-Malo", "Bretagne", "53", "Ille-et-Vilaine", "35", "Saint-Malo", "353"),
  line("FR", "35400 CEDEX", "Saint-Malo", "Bretagne", "53", "Ille-et-Vilaine", "35", "Saint-Malo", "353"),
].join("\n");

const directory = mkdtempSync(join(tmpdir(), "atrio-geo-"));
let panel: TestApp;
let user: TestUser;
before(async () => {
  panel = await makeApp();
  user = await panel.asUser();
  const url = roleUrlFile(openHome(directory), "atrio_worker");
  mkdirSync(dirname(url), { recursive: true });
  writeFileSync(url, panel.cluster.url("atrio_worker", panel.database));
  const cities = [
    { country: "ES", name: "Zaragoza", admin1: "52", admin2: "Z" },
    { country: "ES", name: "Donostia / San Sebastián", admin1: "59", admin2: "SS" },
    { country: "IT", name: "L'Aquila", admin1: "01", admin2: "AQ" },
    { country: "FR", name: "Saint-Malo", admin1: "53", admin2: "35" },
  ];
  const admin1 = [{ code: "FR.53", name: "Brittany" }];
  await importPlaces(panel.db, { cities, admin1, admin2: [{ code: "IT.01.AQ", name: "L'Aquila" }] }, "1");
});
beforeEach(() => panel.db.deleteFrom("atrio.postal_country").execute());
after(async () => {
  await panel.stop();
  rmSync(directory, { recursive: true });
});

const run = (command: Command, ...words: readonly string[]) =>
  runCommand(command, [...words, "--home", directory]);
function file(name: string, contents: string | Uint8Array): string {
  writeFileSync(join(directory, name), contents);
  return join(directory, name);
}
const look = async (input: Partial<Record<"country" | "state" | "city" | "postal_code", string>>) =>
  (await user.call("geographyLookup", { input })).data;
const codes = async (country: string, state: string, city: string) =>
  Object.keys((await look({ country, state, city })).postalCodes);

describe("postal codes that were imported", () => {
  it("are offered for a town by any of its names, and for what belongs to it", async () => {
    await run(geoImport, file("ES.txt", spanish));
    assert.deepEqual(await codes("ES", "ES-50", "Zaragoza"), ["50001", "50002", "50720"]);
    assert.deepEqual(await codes("ES", "ES-50", "la cartuja"), ["50720"]);
    assert.deepEqual(await codes("ES", "ES-20", "Donostia / San Sebastián"), ["20001"]);
    assert.deepEqual(await codes("ES", "ES-20", "Zaragoza"), []);
    assert.deepEqual(await codes("FR", "FR-53", "Saint-Malo"), []);
  });

  it("say the state, and are the only ones there are", async () => {
    await run(geoImport, file("IT.txt", italian));
    const selected = async (postal_code: string) => (await look({ country: "IT", postal_code })).selected;
    assert.deepEqual(await selected("67100"), {
      country: "IT",
      state: "IT-AQ",
      city: null,
      postalCode: "67100",
    });
    assert.equal((await selected("67101")).postalCode, null);
    assert.equal((await look({ country: "FR", postal_code: "35401" })).selected.postalCode, "35401");
  });

  it("come as a ZIP file, without those for bulk mail, with states by the names we know", async () => {
    const zip = zipSync({ "readme.txt": strToU8("Readme for GeoNames"), "FR.txt": strToU8(french) });
    await run(geoImport, file("FR.zip", zip));
    assert.deepEqual(await panel.db.selectFrom("atrio.postal_code").selectAll().execute(), [
      { country: "FR", folded: "saint malo", code: "35400", state_key: "FR-53" },
    ]);
  });

  it("take the place of those before, are listed and can be removed; the journal has it", async () => {
    await run(geoImport, file("ES.txt", spanish));
    await run(geoImport, file("ES.txt", spanish.split("\n").slice(0, 1).join("\n")));
    assert.deepEqual(await codes("ES", "ES-50", "Zaragoza"), ["50001"]);
    assert.equal(await run(geoList), 0);
    assert.equal(await run(geoRemove, "es"), 0);
    assert.deepEqual(await codes("ES", "ES-50", "Zaragoza"), []);
    await assert.rejects(run(geoRemove, "ES"), /No postal codes of ES/);
    const entries = await panel.db
      .selectFrom("atrio.journal")
      .select(["act", "item"])
      .orderBy("id")
      .execute();
    assert.deepEqual(
      entries.slice(-3).map(({ act, item }) => [act, item]),
      [
        ["postalCodesImport", "ES"],
        ["postalCodesImport", "ES"],
        ["postalCodesRemove", "ES"],
      ],
    );
  });
});

it("of one country that are imported twice at once are there once", async () => {
  const path = file("ES.txt", spanish);
  await Promise.all([run(geoImport, path), run(geoImport, path), run(geoImport, path)]);
  assert.deepEqual(await codes("ES", "ES-50", "Zaragoza"), ["50001", "50002", "50720"]);
});

describe("what is none of GeoNames' files", () => {
  const gazetteer =
    "2509954\tValencia\tValencia\tValence\t39.4\t-0.3\tP\tPPLA\tES\t\t60\tV\t\t\t800000\t\t\tEurope/Madrid\t2024";
  const wrong: readonly (readonly [name: string, contents: string | Uint8Array, why: RegExp])[] = [
    ["empty.txt", "", /it is empty/],
    ["gazetteer.txt", gazetteer, /line 1 does not have 12 columns/],
    ["list.csv", "ES;50001;Zaragoza", /line 1 does not have 12 columns/],
    ["half.txt", `${spanish}\nES\t5`, /line 6 does not have 12 columns/],
    [
      "names.txt",
      line("Spain", "1", "A", "", "", "", "", "", ""),
      /does not begin with country, code and place/,
    ],
    ["picture.png", Uint8Array.from([0x89, 0x50, 0xff, 0xfe]), /it is not UTF-8/],
    ["other.zip", zipSync({ "readme.txt": strToU8("x") }), /no file inside is called XX\.txt/],
    ["damaged.zip", zipSync({ "ES.txt": strToU8(spanish) }).subarray(0, 60), /damaged ZIP/],
    ["GB.txt", line("GB", "SW1A", "London", "England", "ENG", "", "", "", ""), /Nothing was imported/],
    ["XK.txt", line("XK", "10000", "Pristina", "", "", "", "", "", ""), /Nothing was imported/],
  ];
  for (const [name, contents, why] of wrong)
    it(`${name} is refused, and nothing is changed`, async () => {
      await run(geoImport, file("ES.txt", spanish));
      await assert.rejects(run(geoImport, file(name, contents)), (error) => {
        assert.ok(error instanceof Failure);
        assert.match(error.message, why);
        assert.ok(error.remedy);
        return true;
      });
      assert.equal((await codes("ES", "ES-50", "Zaragoza")).length, 3);
    });

  it("nor is one that is not there", () =>
    assert.rejects(run(geoImport, "/nowhere/ES.zip"), /there is no such file/));
});
