/** Reads GeoNames' files of postal codes: XX.zip as it is fetched, or the XX.txt inside it. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { PostalPlace } from "@atrio/server/features/geography/postal-codes.ts";
import { unzipSync } from "fflate";
import { Failure, codeOf, messageOf } from "./failure.ts";

const source = "Fetch a country's file, such as ES.zip, from https://download.geonames.org/export/zip/";
/** Great Britain's, the largest, has 130 MB. */
const bytesMax = 256 * 1024 * 1024;
const dataFile = /^[A-Za-z]{2}(?:_full)?\.(?:txt|csv)$/;
const columns = 12;

const notTheirs = (file: string, why: string): Failure =>
  new Failure(`${file} holds no postal codes of GeoNames: ${why}.`, source, 65);

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const why = codeOf(error) === "ENOENT" ? "there is no such file" : messageOf(error);
    throw new Failure(`${file} cannot be read: ${why}.`, source, 66);
  }
}

function unzip(file: string, bytes: Buffer): Uint8Array {
  let found: Record<string, Uint8Array>;
  try {
    found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => dataFile.test(basename(name)) && originalSize <= bytesMax,
    });
  } catch (error) {
    throw notTheirs(file, `it is a damaged ZIP file (${messageOf(error)})`);
  }
  const [data] = Object.values(found);
  if (!data) throw notTheirs(file, "no file inside is called XX.txt for a country XX");
  return data;
}

function readText(file: string): string {
  const bytes = readBytes(file);
  const data = bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004")) ? unzip(file, bytes) : bytes;
  if (data.byteLength > bytesMax) throw notTheirs(file, "it is larger than any of them");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    throw notTheirs(file, "it is not UTF-8");
  }
}

/** country, code, place, then name and code of three levels, latitude, longitude, accuracy. */
function readLine(file: string, line: string, number: number): PostalPlace {
  const [country = "", code = "", place = "", admin1 = "", , name2 = "", admin2 = "", admin3 = "", ...rest] =
    line.split("\t");
  if (rest.length !== columns - 8)
    throw notTheirs(file, `line ${number} does not have ${columns} columns between tabs`);
  if (!/^[A-Z]{2}$/.test(country) || code === "" || place === "")
    throw notTheirs(file, `line ${number} does not begin with country, code and place`);
  return { country, code, names: [place, admin3], states: [admin1, name2], admin2 };
}

/** The places of the file, by country. */
export function readPostalFile(file: string): Map<string, PostalPlace[]> {
  const places = readText(file)
    .split(/\r?\n/)
    .flatMap((line, i) => (line === "" ? [] : [readLine(file, line, i + 1)]));
  if (places.length === 0) throw notTheirs(file, "it is empty");
  return Map.groupBy(places, ({ country }) => country);
}
