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

/** The journal names a secret that was set, never its bytes. */
const shown = (wanted: CompanyChange): object => ({
  ...wanted,
  ...(wanted.captchaSecretSealed ? { captchaSecretSealed: "set" } : {}),
});

export async function changeCompany(change: Change, wanted: CompanyChange): Promise<void> {
  const before = await readCompany(change);
  await change.db
    .updateTable("atrio.company")
    .set({
      name: wanted.name,
      color: wanted.color,
      surface: wanted.surface,
      color_selectable: wanted.colorSelectable,
      force_language: wanted.forceLanguage,
      logo: wanted.logo,
      logo_mini: wanted.logoMini,
      captcha_provider: wanted.captchaProvider,
      captcha_site_key: wanted.captchaSiteKey,
      captcha_secret_sealed: wanted.captchaSecretSealed,
    })
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
