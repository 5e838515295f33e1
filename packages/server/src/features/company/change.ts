/** What operators do with brands. Each is one journal entry that shows only what it changed. */
import { isDeepStrictEqual } from "node:util";
import { type Language, languages } from "@atrio/contract";
import type { Change } from "../../db/handles.ts";
import { isRemote } from "../captcha/site-verify.ts";
import { type Company, type CompanyText, type CompanyTexts, readCompany, readTexts } from "./store.ts";

export interface Logo {
  readonly mediaType: string;
  readonly image: Buffer;
}
type Plain = Omit<Company, "id" | "isDefault" | "hosts" | "logo" | "logoMini" | "hasCaptchaSecret">;

/** Null takes away: a picture, an address, a host name of its own. */
export interface CompanyChange extends Partial<Plain> {
  readonly captchaSecretSealed?: Buffer;
  readonly logo?: Logo | null;
  readonly logoMini?: Logo | null;
  readonly addHosts?: readonly string[];
  readonly removeHosts?: readonly string[];
  readonly texts?: Readonly<Partial<Record<Language, Partial<CompanyText>>>>;
}

/** A host is one company's: it is taken from nobody silently. */
export class HostTaken extends Error {
  readonly host: string;
  readonly company: string;
  constructor(host: string, company: string) {
    super(`${host} is ${company}'s`);
    this.host = host;
    this.company = company;
  }
}

/** A provider that could not be asked would keep everybody out. */
export class CaptchaIncomplete extends Error {
  readonly provider: string;
  constructor(provider: string) {
    super(`${provider} needs a site key and a secret`);
    this.provider = provider;
  }
}

function requireWholeCaptcha(before: Company, wanted: CompanyChange): void {
  const provider = wanted.captchaProvider ?? before.captchaProvider;
  if (!isRemote(provider)) return;
  // One provider's key and secret are nothing to another.
  const keeps = !isRemote(before.captchaProvider) || provider === before.captchaProvider;
  const siteKey = wanted.captchaSiteKey ?? (keeps ? before.captchaSiteKey : "");
  const hasSecret = wanted.captchaSecretSealed !== undefined || (keeps && before.hasCaptchaSecret);
  if (siteKey === "" || !hasSecret) throw new CaptchaIncomplete(provider);
}

async function setPlain({ db }: Change, id: number, wanted: CompanyChange): Promise<void> {
  const row = {
    name: wanted.name,
    color: wanted.color,
    surface: wanted.surface,
    color_selectable: wanted.colorSelectable,
    force_language: wanted.forceLanguage,
    contact_address: wanted.contactAddress,
    privacy_url: wanted.privacyUrl,
    website: wanted.website,
    imap_ssl_host: wanted.imapSslHost,
    smtp_ssl_host: wanted.smtpSslHost,
    captcha_provider: wanted.captchaProvider,
    captcha_site_key: wanted.captchaSiteKey,
    captcha_secret_sealed: wanted.captchaSecretSealed,
  };
  if (Object.values(row).every((value) => value === undefined)) return;
  await db.updateTable("atrio.company").set(row).where("id", "=", id).execute();
}

async function setLogo(
  { db }: Change,
  id: number,
  kind: "logo" | "logo_mini",
  wanted: Logo | null | undefined,
): Promise<void> {
  if (wanted === undefined) return;
  await db.deleteFrom("atrio.company_logo").where("company_id", "=", id).where("kind", "=", kind).execute();
  if (wanted)
    await db
      .insertInto("atrio.company_logo")
      .values({ company_id: id, kind, media_type: wanted.mediaType, image: wanted.image })
      .execute();
}

async function addHosts({ db }: Change, id: number, hosts: readonly string[]): Promise<void> {
  for (const host of hosts) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("atrio.company_host")
      .values({ host, company_id: id })
      .onConflict((conflict) => conflict.column("host").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) continue;
    const owner = await db
      .selectFrom("atrio.company_host as h")
      .innerJoin("atrio.company as c", "c.id", "h.company_id")
      .select(["c.id", "c.name"])
      .where("h.host", "=", host)
      .executeTakeFirstOrThrow();
    if (owner.id !== id) throw new HostTaken(host, owner.name);
  }
}

async function removeHosts({ db }: Change, id: number, hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0) return;
  await db.deleteFrom("atrio.company_host").where("company_id", "=", id).where("host", "in", hosts).execute();
}

async function setTexts({ db }: Change, id: number, texts: NonNullable<CompanyChange["texts"]>) {
  for (const language of languages) {
    const text = texts[language];
    if (!text) continue;
    const row = { legal: text.legal, privacy_title: text.privacyTitle, privacy_text: text.privacyText };
    await db
      .insertInto("atrio.company_text")
      .values({ company_id: id, language, ...row })
      .onConflict((conflict) => conflict.columns(["company_id", "language"]).doUpdateSet(row))
      .execute();
  }
}

type State = Record<string, unknown>;
const stateOf = (company: Company, texts: CompanyTexts): State => {
  const { id: _, isDefault: __, ...rest } = company;
  return { ...rest, ...texts };
};

async function recordDifference(
  change: Change,
  name: string,
  before: State,
  after: State,
  withSecret: boolean,
): Promise<void> {
  const keys = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  // Sealed twice, the same secret has other bytes: that it was set is what happened.
  if (withSecret && !keys.includes("hasCaptchaSecret")) keys.push("hasCaptchaSecret");
  if (keys.length === 0) return change.unchanged();
  const only = (state: State) => Object.fromEntries(keys.map((key) => [key, state[key]]));
  await change.record({
    holdingId: null,
    area: "company",
    act: "companySet",
    item: name,
    before: only(before),
    after: only(after),
  });
}

export async function changeCompany(change: Change, id: number, wanted: CompanyChange): Promise<void> {
  // Two operators at once: the second one's entry begins where the first one's ends.
  await change.db
    .selectFrom("atrio.company")
    .select("id")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const before = await readCompany(change, id);
  requireWholeCaptcha(before, wanted);
  const state = stateOf(before, await readTexts(change, id));
  await setPlain(change, id, wanted);
  await setLogo(change, id, "logo", wanted.logo);
  await setLogo(change, id, "logo_mini", wanted.logoMini);
  await removeHosts(change, id, wanted.removeHosts ?? []);
  await addHosts(change, id, wanted.addHosts ?? []);
  await setTexts(change, id, wanted.texts ?? {});
  const after = stateOf(await readCompany(change, id), await readTexts(change, id));
  await recordDifference(change, before.name, state, after, wanted.captchaSecretSealed !== undefined);
}

/** Returns its id. */
export async function addCompany(change: Change, name: string, hosts: readonly string[]): Promise<number> {
  const { id } = await change.db
    .insertInto("atrio.company")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addHosts(change, id, hosts);
  await change.record({
    holdingId: null,
    area: "company",
    act: "companyAdd",
    item: name,
    before: null,
    after: { id, name, hosts },
  });
  return id;
}

/** With its host names, pictures and texts, all of which the journal keeps but the pictures. */
export async function removeCompany(change: Change, company: Company): Promise<void> {
  const before = stateOf(company, await readTexts(change, company.id));
  await change.db.deleteFrom("atrio.company").where("id", "=", company.id).execute();
  await change.record({
    holdingId: null,
    area: "company",
    act: "companyRemove",
    item: company.name,
    before,
    after: null,
  });
}
