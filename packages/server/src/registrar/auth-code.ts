/** Auth codes on their way: sealed by the vault wherever they are kept. */
import type { Transaction } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { AuthCode } from "../registry/backend.ts";
import type { Vault } from "../vault/client.ts";

/** Sealed before the transaction: the vault may take its time. */
export interface SealedCode {
  readonly sealed: Buffer;
  readonly expiresAt: Date;
}

export async function sealCode(
  vault: Vault,
  holdingId: number,
  made: AuthCode | undefined,
): Promise<SealedCode | undefined> {
  if (!made || !("code" in made)) return undefined;
  const place = { table: "domain_secret", row: holdingId, field: "authcode" };
  return { sealed: await vault.seal(place, made.code), expiresAt: made.expiresAt };
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
