import { type Language, languages } from "@atrio/contract";
import type { Read } from "../../db/handles.ts";

/** A company's texts in the language wanted, else in the other one; undefined where it has none in either. */
const inLanguage = <Row extends { readonly language: string }>(
  rows: readonly Row[],
  wanted: Language,
): Row | undefined =>
  [wanted, ...languages].map((one) => rows.find(({ language }) => language === one)).find(Boolean);

export async function findLegal({ db }: Read, companyId: number, wanted: Language): Promise<string> {
  const rows = await db
    .selectFrom("atrio.company_text")
    .select(["language", "legal"])
    .where("company_id", "=", companyId)
    .where("legal", "<>", "")
    .execute();
  return inLanguage(rows, wanted)?.legal ?? "";
}

export interface PrivacyPolicy {
  readonly title: string;
  readonly text: string;
}

export async function findPrivacyPolicy(
  { db }: Read,
  companyId: number,
  wanted: Language,
): Promise<PrivacyPolicy | undefined> {
  const rows = await db
    .selectFrom("atrio.company_text")
    .select(["language", "privacy_title as title", "privacy_text as text"])
    .where("company_id", "=", companyId)
    .where("privacy_text", "<>", "")
    .execute();
  return inLanguage(rows, wanted);
}
