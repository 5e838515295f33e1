/** The certificate that a customer brings for a site: judged and sealed before the transaction, stored in it. */
import type { Message } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import { refuse } from "../../http/refuse.ts";
import type { Vault } from "../../vault/client.ts";
import { type CheckedCertificate, checkCertificate } from "../certificate/check.ts";
import { keyPlace } from "../certificate/place.ts";
import type { MayWrite, SitePart } from "./rows.ts";

export interface CertificateInput {
  readonly cert?: string | undefined;
  readonly certkey?: string | undefined;
  readonly certchain?: string | undefined;
}
export interface BroughtCertificate {
  readonly id: number;
  readonly host: string;
  readonly checked: CheckedCertificate;
  readonly keySealed: Buffer;
  readonly notice: Message | undefined;
}

/** Sealed for a row that is to come. Undefined where all three fields are empty. */
export async function bringCertificate(
  db: Kysely<DB>,
  vault: Vault,
  host: string,
  { cert = "", certkey = "", certchain = "" }: CertificateInput,
): Promise<BroughtCertificate | undefined> {
  if (cert === "" && certkey === "" && certchain === "") return undefined;
  const verdict = checkCertificate({
    certificate: cert,
    key: certkey,
    chain: certchain,
    host,
    now: new Date(),
  });
  if (!("ok" in verdict)) return refuse("invalid", { fields: { [verdict.field]: verdict.message } });
  const { ok: checked } = verdict;
  const { rows } = await sql<{ id: number }>`select nextval('atrio.certificate_id_seq') as id`.execute(db);
  const { id } = rows[0]!;
  const keySealed = await vault.seal(keyPlace(id), checked.keyPem);
  return { id, host, checked, keySealed, notice: checked.notice };
}

/** The texts that are stored, without the key. */
async function findTexts({ db }: Read, { id: holdingId }: MayWrite, id: number) {
  return db
    .selectFrom("atrio.certificate")
    .select(["certificate_pem as cert", "chain_pem as ca", "key_sealed"])
    .where("holding_id", "=", holdingId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the one that the site then has: that of before, where it is the same again. */
export async function storeCertificate(
  change: Change,
  holding: MayWrite,
  present: number | null,
  { id, host, checked, keySealed }: BroughtCertificate,
): Promise<number> {
  const { certificatePem, chainPem, names, issuer, notBefore, notAfter } = checked;
  const now = present === null ? undefined : await findTexts(change, holding, present);
  if (present !== null && now?.cert === certificatePem && now.ca === chainPem) return present;
  await sql`
    insert into atrio.certificate (id, holding_id, host, source, certificate_pem, chain_pem, key_sealed, names, issuer,
                                   not_before, not_after)
    overriding system value
    values (${id}, ${holding.id}, ${host}, 'uploaded', ${certificatePem}, ${chainPem}, ${keySealed}, ${names}, ${issuer},
            ${notBefore}, ${notAfter})`.execute(change.db);
  return id;
}

/** Whether this installation orders certificates. */
export async function areOrdered({ db }: Read): Promise<boolean> {
  return (await db.selectFrom("atrio.acme").select("directory").executeTakeFirst()) !== undefined;
}

/** Null where it has expired or is not kept any more: one is, for a while after it was of use. */
export async function keptCertificate(
  { db }: Read,
  { id: holdingId }: MayWrite,
  id: number | null,
): Promise<number | null> {
  const row = await db
    .selectFrom("atrio.certificate")
    .select("id")
    .where("holding_id", "=", holdingId)
    .where("id", "=", id)
    .where("not_after", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** What the customer brought, the key opened: for who may write only. */
export async function openCertificate(
  read: Read,
  vault: Vault,
  holding: MayWrite,
  { certificateId }: Pick<SitePart, "certificateId">,
): Promise<{ cert: string; key: string; ca: string } | null> {
  if (certificateId === null) return null;
  const { cert, ca, key_sealed } = (await findTexts(read, holding, certificateId)) ?? refuse("notFound");
  const key = await vault.open(keyPlace(certificateId), key_sealed);
  return { cert, key: key.toString("utf8"), ca };
}
