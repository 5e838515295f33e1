/**
 * A domain goes to another user of this installation, with its service. Its registry decides: by the auth code, which it
 * checks itself, or by the transfer key, which is checked here. The registrar hands over the permissions with the outcome.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Change } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import { grantedToOperator } from "../../http/permission.ts";
import { refuse } from "../../http/refuse.ts";
import { readMirror } from "../../registry/mirror.ts";
import type { Vault } from "../../vault/client.ts";
import { lockDomain } from "./lock.ts";
import { type PlacedOrder, placeOrder } from "./order.ts";
import { hashTransferKey } from "./transfer-key.ts";

export interface TransferWish {
  readonly holding: { readonly id: number; readonly reference: string };
  readonly user: { readonly id: number; readonly username: string; readonly reference: string };
  readonly proof: { readonly authCode: string } | { readonly key: string };
}

const operatorsOf = ({ id, reference }: TransferWish["holding"]) =>
  grantedToOperator({
    id,
    reference,
    domainExpireTs: null,
    serviceExpireTs: null,
    serviceKind: null,
    hasMail: false,
  });

export async function isTransferKey(db: Kysely<DB>, holdingId: number, typed: string): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    select atrio.transfer_key_fits(${holdingId}, ${hashTransferKey(typed)}) as fits`.execute(db);
  return rows[0]?.fits === true;
}

/** Sealed before the transaction: the code is in no row and no log as it is. */
export async function sealProof(vault: Vault, { holding, proof }: TransferWish): Promise<string | null> {
  if ("key" in proof) return null;
  const place = { table: "registry_order", row: holding.id, field: "authcode" };
  return (await vault.seal(place, proof.authCode)).toString("base64");
}

export async function orderTransfer(
  change: Change,
  { holding, user, proof }: TransferWish,
  sealedAuthCode: string | null,
): Promise<PlacedOrder> {
  const granted = operatorsOf(holding);
  const { name } = await lockDomain(change, granted);
  const mirror = await readMirror(change.db, holding.id);
  // said before a code is made for a key that cannot be used
  if (mirror?.transferLockedByRegistry) refuse("conflict", { message: "domain.locked_by_registry" });
  if (mirror?.transferLocked) refuse("conflict", { message: "domain.transfer_locked" });
  if ("key" in proof && !(await isTransferKey(change.db, holding.id, proof.key)))
    refuse("conflict", { message: "domain.transfer_key_wrong" });
  const account = `${user.username}@${user.reference}`;
  const wanted = { account, sealedAuthCode };
  const gaining = user.id;
  return placeOrder(change, granted, { kind: "transfer", wanted, gaining, act: "transfer", item: name });
}
