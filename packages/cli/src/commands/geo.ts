import { basename } from "node:path";
import {
  findEdition,
  findPostalCountry,
  importPostalCodes,
  listPostalCountries,
  removePostalCodes,
} from "@atrio/server/features/geography/postal-codes.ts";
import { type Command, expectWord, expectWords } from "../command.ts";
import { asOperator } from "../database.ts";
import { Failure } from "../failure.ts";
import { readPostalFile } from "../postal-file.ts";
import { say, table } from "../terminal.ts";

const day = (date: Date): string => date.toISOString().slice(0, 10);

export const geoImport: Command = {
  summary: "Take in a country's postal codes from a file of GeoNames",
  usage: ["geo import FILE"],
  help: `
FILE is XX.zip or XX.txt of https://download.geonames.org/export/zip/ (CC-BY 4.0; the legal page names the source).
Address forms then offer the codes of a town, and take none of that country that are not among them. A file of the same
country takes the place of the one before.`,
  async run(args) {
    const file = expectWord(args, "FILE");
    const countries = readPostalFile(file);
    const imported = await asOperator(args.home, ({ change }) =>
      change(async (act) => {
        const done: string[] = [];
        for (const [country, places] of countries) {
          const codes = await importPostalCodes(act, country, basename(file), places);
          if (codes > 0) done.push(`${codes} postal codes of ${country}`);
        }
        return done;
      }),
    );
    if (imported.length === 0)
      throw new Failure(
        `Nothing was imported: ${file} has only how postal codes begin, or those of no country of ISO 3166.`,
        "Where GeoNames has a file XX_full.csv.zip of the country, take that.",
        65,
      );
    say(imported.join("\n"));
    return 0;
  },
};

export const geoList: Command = {
  summary: "Show which places and postal codes address forms know",
  usage: ["geo list [--json]"],
  help: "  --json   one JSON object, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    expectWords(args);
    const [edition, countries] = await asOperator(args.home, ({ db }) =>
      Promise.all([findEdition({ db }), listPostalCountries({ db })]),
    );
    if (args.flag("json")) {
      say(JSON.stringify({ places: edition ?? null, postalCodes: countries }, null, 2));
      return 0;
    }
    if (edition)
      say(
        `${edition.states} states and ${edition.towns} towns of GeoNames, since ${day(edition.importedAt)}.`,
      );
    else say("No states and towns are loaded. Load them: atrio up");
    if (countries.length === 0) say("No country's postal codes are imported: atrio geo import --help");
    else
      say(
        table([
          ["COUNTRY", "POSTAL CODES", "IMPORTED", "FILE"],
          ...countries.map((one) => [one.country, String(one.codes), day(one.importedAt), one.file]),
        ]),
      );
    return 0;
  },
};

export const geoRemove: Command = {
  summary: "Forget a country's postal codes; its forms take any again",
  usage: ["geo remove COUNTRY"],
  help: "COUNTRY is its code, such as ES. Its file brings them back.",
  async run(args) {
    const country = expectWord(args, "COUNTRY").toUpperCase();
    return asOperator(args.home, async ({ db, change }) => {
      const before = await findPostalCountry({ db }, country);
      if (!before)
        throw new Failure(`No postal codes of ${country} are imported.`, "Look: atrio geo list", 66);
      await change((act) => removePostalCodes(act, before));
      say(`The postal codes of ${country} were removed.`);
      return 0;
    });
  },
};
