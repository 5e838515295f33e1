/** The brands of the installation, as operators see them. */
import type { Language } from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";

export interface CompanyText {
  /** Markdown. */
  readonly legal: string;
  readonly privacyTitle: string;
  /** HTML, sanitised. */
  readonly privacyText: string;
}

export interface Company {
  readonly id: number;
  readonly name: string;
  /** The first one answers for every host that is nobody's. */
  readonly isDefault: boolean;
  readonly hosts: readonly string[];
  readonly color: string;
  readonly surface: string;
  readonly colorSelectable: boolean;
  readonly forceLanguage: boolean;
  /** File names of the pictures. */
  readonly logo: string | null;
  readonly logoMini: string | null;
  readonly contactAddress: string | null;
  readonly privacyUrl: string | null;
  /** Where parking pages lead. */
  readonly website: string | null;
  readonly imapSslHost: string | null;
  readonly smtpSslHost: string | null;
  readonly captchaProvider: string;
  readonly captchaSiteKey: string;
  readonly hasCaptchaSecret: boolean;
}
export type CompanyTexts = Readonly<Record<Language, CompanyText>>;

const logoOf = (kind: "logo" | "logo_mini") =>
  sql<string | null>`(select file_name from atrio.company_logo where company_id = c.id and kind = ${kind})`;

const selectCompanies = ({ db }: Read) =>
  db
    .selectFrom("atrio.company as c")
    .select([
      "c.id",
      "c.name",
      sql<boolean>`c.id = (select min(id) from atrio.company)`.as("isDefault"),
      sql<string[]>`array(select host from atrio.company_host where company_id = c.id order by host)`.as(
        "hosts",
      ),
      "c.color",
      "c.surface",
      "c.color_selectable as colorSelectable",
      "c.force_language as forceLanguage",
      logoOf("logo").as("logo"),
      logoOf("logo_mini").as("logoMini"),
      "c.contact_address as contactAddress",
      "c.privacy_url as privacyUrl",
      "c.website",
      "c.imap_ssl_host as imapSslHost",
      "c.smtp_ssl_host as smtpSslHost",
      "c.captcha_provider as captchaProvider",
      "c.captcha_site_key as captchaSiteKey",
      sql<boolean>`c.captcha_secret_sealed is not null`.as("hasCaptchaSecret"),
    ])
    .orderBy("c.id");

export const listCompanies = (read: Read): Promise<Company[]> => selectCompanies(read).execute();

export const readCompany = (read: Read, id: number): Promise<Company> =>
  selectCompanies(read).where("c.id", "=", id).executeTakeFirstOrThrow();

/** The one that answers for every host that is nobody's. */
export const readDefaultCompany = (read: Read): Promise<Company> =>
  selectCompanies(read).limit(1).executeTakeFirstOrThrow();

const noText: CompanyText = { legal: "", privacyTitle: "", privacyText: "" };

export async function readTexts({ db }: Read, companyId: number): Promise<CompanyTexts> {
  const rows = await db
    .selectFrom("atrio.company_text")
    .select(["language", "legal", "privacy_title as privacyTitle", "privacy_text as privacyText"])
    .where("company_id", "=", companyId)
    .execute();
  const of = (wanted: Language): CompanyText => {
    const { language: _, ...text } = rows.find(({ language }) => language === wanted) ?? {
      ...noText,
      language: wanted,
    };
    return text;
  };
  return { es: of("es"), en: of("en") };
}
