import {
  type CaptchaProvider,
  captchaProviders,
  type PaletteColor,
  paletteColors,
  type SurfaceColor,
  surfaceColors,
} from "@atrio/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";

export interface Company {
  readonly id: number;
  readonly name: string;
  readonly color: PaletteColor;
  readonly surface: SurfaceColor;
  readonly colorSelectable: boolean;
  readonly forceLanguage: boolean;
  readonly logo: string;
  readonly logoMini: string;
  readonly captchaProvider: CaptchaProvider;
  readonly captchaSiteKey: string;
  readonly captchaSecretSealed: Buffer | null;
}

const oneOf = <const T extends string>(values: readonly T[], value: string, otherwise: NoInfer<T>): T =>
  values.find((one) => one === value) ?? otherwise;

async function readCompany(db: Kysely<DB>): Promise<Company> {
  const row = await db.selectFrom("atrio.company").selectAll().orderBy("id").executeTakeFirstOrThrow();
  return {
    id: row.id,
    name: row.name,
    color: oneOf(paletteColors, row.color, "indigo"),
    surface: oneOf(surfaceColors, row.surface, "zinc"),
    colorSelectable: row.color_selectable,
    forceLanguage: row.force_language,
    logo: row.logo,
    logoMini: row.logo_mini,
    captchaProvider: oneOf(captchaProviders, row.captcha_provider, "altcha"),
    captchaSiteKey: row.captcha_site_key,
    captchaSecretSealed: row.captcha_secret_sealed,
  };
}

export interface CompanyReader {
  /** As stored at most a second ago. */
  current(): Promise<Company>;
  /** The newest known; null when PostgreSQL was never reached. Pages are served while it is away. */
  known(): Promise<Company | null>;
}

const freshMilliseconds = 1_000;

/** The brand is part of nearly every first page and changes once a year: read once a second, not once a request. */
export function companyReader(db: Kysely<DB>, now: () => number = Date.now): CompanyReader {
  let last: { company: Company; readAt: number } | null = null;
  let reading: Promise<Company> | null = null;
  const read = async (): Promise<Company> => {
    try {
      const company = await readCompany(db);
      last = { company, readAt: now() };
      return company;
    } finally {
      reading = null;
    }
  };
  const current = (): Promise<Company> =>
    last && now() - last.readAt < freshMilliseconds ? Promise.resolve(last.company) : (reading ??= read());
  return { current, known: () => current().catch(() => last?.company ?? null) };
}
