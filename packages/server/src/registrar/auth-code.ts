/** Auth codes on their way: sealed by the vault wherever they are kept. */
import { type Kysely, type Transaction, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { AuthCode } from "../registry/backend.ts";
import type { SecretPlace, Vault } from "../vault/client.ts";

/** Sealed before the transaction: the vault may take its time. */
export interface SealedCode {
  readonly sealed: Buffer;
  readonly expiresAt: Date;
}

const placeOf = (holdingId: number): SecretPlace => ({
  table: "domain_secret",
  row: holdingId,
  field: "authcode",
});

export async function sealCode(
  vault: Vault,
  holdingId: number,
  made: AuthCode | undefined,
): Promise<SealedCode | undefined> {
  if (!made || !("code" in made)) return undefined;
  return { sealed: await vault.seal(placeOf(holdingId), made.code), expiresAt: made.expiresAt };
}

export async function keepCode(
  transaction: Transaction<DB>,
  holdingId: number,
  code: SealedCode,
): Promise<void> {
  const row = { sealed: code.sealed, expires_at: code.expiresAt };
  await transaction
    .insertInto("atrio.domain_secret")
    .values({ holding_id: holdingId, kind: "authcode", ...row })
    .onConflict((conflict) => conflict.columns(["holding_id", "kind"]).doUpdateSet(row))
    .execute();
}

export async function openCode(vault: Vault, holdingId: number, sealed: string): Promise<string> {
  const place = { table: "registry_order", row: holdingId, field: "authcode" };
  return (await vault.open(place, Buffer.from(sealed, "base64"))).toString("utf8");
}

/** The one that its owner is shown, while it is valid. */
export async function openShownCode(
  db: Kysely<DB>,
  vault: Vault,
  holdingId: number,
): Promise<string | undefined> {
  const shown = await db
    .selectFrom("atrio.domain_secret")
    .select("sealed")
    .where("holding_id", "=", holdingId)
    .where("kind", "=", "authcode")
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return shown && (await vault.open(placeOf(holdingId), shown.sealed)).toString("utf8");
}
