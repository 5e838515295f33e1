/** The parking pages of all companies, a file for each in each language. nginx shows them by the company's number (map `brand`). */
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { languages } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import { type Brand, brandPage } from "./brand-page.ts";

interface Row extends Omit<Brand, "logo" | "logoMini"> {
  readonly id: number;
  readonly isDefault: boolean;
  readonly pictures: Readonly<Partial<Record<"logo" | "logo_mini", { mediaType: string; base64: string }>>>;
}

/** Of services that are said to be nobody's, and of companies that are gone. */
const defaultNumber = 0;

async function readBrands(db: Kysely<DB>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.id, c.id = (select min(id) from atrio.company) as "isDefault", c.name, c.color, c.surface, c.website,
           coalesce((select json_object_agg(l.kind, json_build_object('mediaType', l.media_type, 'base64', encode(l.image, 'base64')))
                       from atrio.company_logo l where l.company_id = c.id), '{}') as pictures
      from atrio.company c`.execute(db);
  return rows;
}

function brandOf({ pictures, ...row }: Row): Brand {
  const picture = (kind: keyof Row["pictures"]) => {
    const found = pictures[kind];
    return found ? { mediaType: found.mediaType, image: Buffer.from(found.base64, "base64") } : null;
  };
  return { ...row, logo: picture("logo"), logoMini: picture("logo_mini") };
}

/** Each is replaced as a whole: a visitor gets the page of before or the new one. Returns how many there are. */
export async function writeBrands(db: Kysely<DB>, directory: string): Promise<number> {
  const written = new Set<string>();
  for (const row of await readBrands(db))
    for (const language of languages)
      for (const number of row.isDefault ? [row.id, defaultNumber] : [row.id]) {
        const name = `${number}-${language}.shtml`;
        const path = join(directory, name);
        await writeFile(`${path}.next`, brandPage(brandOf(row), language), { mode: 0o644 });
        await rename(`${path}.next`, path);
        written.add(name);
      }
  for (const name of await readdir(directory))
    if (!written.has(name)) await rm(join(directory, name), { force: true });
  return written.size;
}
