/** The brand of the installation. */
import type { Change, Read } from "../../db/handles.ts";

export interface Company {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly surface: string;
  readonly colorSelectable: boolean;
  readonly forceLanguage: boolean;
  readonly logo: string;
  readonly logoMini: string;
  readonly captchaProvider: string;
  readonly captchaSiteKey: string;
}

export type CompanyChange = Partial<Omit<Company, "id">> & { readonly captchaSecretSealed?: Buffer };

export const readCompany = ({ db }: Read): Promise<Company> =>
  db
    .selectFrom("atrio.company")
    .select([
      "id",
      "name",
      "color",
      "surface",
      "color_selectable as colorSelectable",
      "force_language as forceLanguage",
      "logo",
      "logo_mini as logoMini",
      "captcha_provider as captchaProvider",
      "captcha_site_key as captchaSiteKey",
    ])
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();

const column = {
  name: "name",
  color: "color",
  surface: "surface",
  colorSelectable: "color_selectable",
  forceLanguage: "force_language",
  logo: "logo",
  logoMini: "logo_mini",
  captchaProvider: "captcha_provider",
  captchaSiteKey: "captcha_site_key",
  captchaSecretSealed: "captcha_secret_sealed",
} as const satisfies Record<keyof CompanyChange, string>;

/** The journal names a secret that was set, never its bytes. */
const shown = (wanted: CompanyChange): object => ({
  ...wanted,
  ...(wanted.captchaSecretSealed ? { captchaSecretSealed: "set" } : {}),
});

export async function changeCompany(change: Change, wanted: CompanyChange): Promise<void> {
  const before = await readCompany(change);
  const values = Object.entries(wanted).map(([key, value]) => [column[key as keyof CompanyChange], value]);
  await change.db
    .updateTable("atrio.company")
    .set(Object.fromEntries(values) as Record<string, never>)
    .where("id", "=", before.id)
    .execute();
  await change.record({
    holdingId: null,
    area: "company",
    act: "companySet",
    item: before.name,
    before,
    after: shown(wanted),
  });
}
