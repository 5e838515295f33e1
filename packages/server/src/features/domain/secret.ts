/**
 * The auth code and the transfer key of a domain. Both calls show the secret while it is valid and make one where there is
 * none. A code is the registry's to make, a key is ours. Each reply that carries one is a counted change with a journal entry.
 */
import type { Calls, KeyLevels } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import { inChange } from "../../db/change.ts";
import type { Actor, Change, Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Granted, Outcome } from "../../http/handler.ts";
import { Refused, refuse } from "../../http/refuse.ts";
import type { Capabilities } from "../../registry/backend.ts";
import { randomCode } from "../../registry/random-code.ts";
import type { Vault } from "../../vault/client.ts";
import { type Limit, countAct } from "../session/attempts.ts";
import { capabilitiesOf, lockDomain, refuseClosed, refuseNotOffered } from "./lock.ts";
import { type PlacedOrder, awaitOrder, placeOrder } from "./order.ts";
import { hashTransferKey } from "./transfer-key.ts";

type Kind = "authcode" | "transferkey";

export interface SecretMaker {
  /** For changes. */
  readonly db: Kysely<DB>;
  readonly vault: Vault;
  readonly actor: Actor;
  /** Links and images elsewhere may ask, but get, make and count nothing (contract, "Transport"). */
  readonly mayReveal: boolean;
}

const placeOf = (holdingId: number, kind: Kind) => ({ table: "domain_secret", row: holdingId, field: kind });

interface Secret {
  readonly text: string;
  readonly expireTS: number;
}

/** Sealed; undefined where none is valid. */
const findSecret = ({ db }: Read, holdingId: number, kind: Kind) =>
  db
    .selectFrom("atrio.domain_secret")
    .select(["sealed", "expires_at"])
    .where("holding_id", "=", holdingId)
    .where("kind", "=", kind)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();

async function readSecret(
  read: Read,
  vault: Vault,
  holdingId: number,
  kind: Kind,
): Promise<Secret | undefined> {
  const row = await findSecret(read, holdingId, kind);
  if (!row) return undefined;
  const text = (await vault.open(placeOf(holdingId, kind), row.sealed)).toString("utf8");
  return { text, expireTS: Math.floor(row.expires_at.getTime() / 1000) };
}

/** A registry is not asked without end: codes stay valid for days. */
const limitOf = (holdingId: number, kind: Kind) => ({
  subject: `domain:${kind}:${holdingId}`,
  max: 10,
  minutes: 60,
});

const revealActs = { authcode: "domainRevealAuthCode", transferkey: "domainRevealTransferKey" } as const;

/** A stolen session must not read secrets without end or without a trace. Counted per secret, whoever reads it. */
function countReveal({ db, actor }: SecretMaker, holding: Granted<KeyLevels>, kind: Kind): Promise<void> {
  const limit: Limit = {
    subject: `domain:${kind}:reveal:${holding.id}`,
    max: 10,
    minutes: 60,
    message: "domain.secret_limit",
  };
  return inChange(db, actor, async (change) => {
    await countAct(change, [limit]);
    await change.record({
      holdingId: holding.id,
      area: "domain",
      act: revealActs[kind],
      item: holding.reference,
      before: null,
      after: null,
    });
  });
}

/** Who asks while one is being made waits for that one, without a connection; and it counts once. */
function sharing<T>(
  make: (read: Read, holding: Granted<KeyLevels>, maker: SecretMaker) => Promise<T>,
): typeof make {
  const underWay = new Map<number, Promise<T>>();
  return async (read, holding, maker) => {
    const { id } = holding;
    const made = underWay.get(id) ?? make(read, holding, maker).finally(() => underWay.delete(id));
    underWay.set(id, made);
    return made;
  };
}

/** A domain that nobody may change gives out no new way to leave. Undefined where one was made since it was looked for. */
async function allow(change: Change, holding: Granted<KeyLevels>, kind: Kind) {
  const domain = await lockDomain(change, holding);
  if (await findSecret(change, holding.id, kind)) {
    change.unchanged();
    return undefined;
  }
  refuseClosed(domain);
  await countAct(change, [limitOf(holding.id, kind)]);
  return domain;
}

interface Asked {
  readonly order: PlacedOrder;
  readonly way: Capabilities["authCode"];
}

function orderCode({ db, actor }: SecretMaker, holding: Granted<KeyLevels>): Promise<Asked | null> {
  return inChange(db, actor, async (change) => {
    const domain = await allow(change, holding, "authcode");
    if (!domain) return null;
    const { authCode: way } = capabilitiesOf(domain);
    if (way === "none") refuseNotOffered(domain);
    const wish = { kind: "authCode", wanted: {}, act: "domainAuthCode", item: domain.name } as const;
    return { order: await placeOrder(change, holding, wish), way };
  });
}

/** Who asks while another's order is open waits for that one. */
async function orderOrJoin(
  read: Read,
  holding: Granted<KeyLevels>,
  maker: SecretMaker,
): Promise<Asked | null> {
  try {
    return await orderCode(maker, holding);
  } catch (error) {
    if (!(error instanceof Refused && error.text === "domain.pending")) throw error;
  }
  const open = await read.db
    .selectFrom("atrio.registry_order")
    .select(["id", "job_id"])
    .where("holding_id", "=", holding.id)
    .where("kind", "=", "authCode")
    .where("state", "in", ["new", "pending"])
    .executeTakeFirst();
  return open ? { order: { id: open.id, job: open.job_id ?? 0 }, way: "generate" } : null;
}

/** Null where the registry sends the code to the owner instead. */
const makeAuthCode = sharing(async (read, holding, maker): Promise<Secret | null> => {
  const { db, vault } = maker;
  const asked = await orderOrJoin(read, holding, maker);
  if (asked && (await awaitOrder(db, asked.order)).state === "pending")
    refuse("unavailable", { message: "domain.authcode_later" });
  if (asked?.way === "sent") return null;
  const made = await readSecret(read, vault, holding.id, "authcode");
  return made ?? refuse("unavailable", { message: "domain.authcode_later" });
});

export async function showAuthCode(
  read: Read,
  holding: Granted<KeyLevels>,
  maker: SecretMaker,
): Promise<Outcome<Calls["domainAuthCode"]>> {
  if (!maker.mayReveal) refuse("forbidden");
  const known = await readSecret(read, maker.vault, holding.id, "authcode");
  const secret = known ?? (await makeAuthCode(read, holding, maker));
  if (!secret) return { data: { authCode: "", expireTS: null }, info: "domain.authcode_sent" };
  await countReveal(maker, holding, "authcode");
  return { data: { authCode: secret.text, expireTS: secret.expireTS } };
}

async function keepKey(
  change: Change,
  holding: Granted<KeyLevels>,
  sealed: Buffer,
  hash: Buffer,
): Promise<void> {
  const domain = await allow(change, holding, "transferkey");
  if (!domain) return;
  const { rows } = await sql<{ kept: Buffer }>`
    select atrio.keep_transfer_key(${holding.id}, ${sealed}, ${hash}) as kept`.execute(change.db);
  if (!rows[0]!.kept.equals(sealed)) {
    change.unchanged();
    return;
  }
  await change.record({
    holdingId: holding.id,
    area: "domain",
    act: "domainTransferKey",
    item: domain.name,
    before: null,
    after: null,
  });
}

const makeTransferKey = sharing(async (_, holding, { db, vault, actor }): Promise<Secret> => {
  const key = randomCode();
  const sealed = await vault.seal(placeOf(holding.id, "transferkey"), key);
  await inChange(db, actor, (change) => keepKey(change, holding, sealed, hashTransferKey(key)));
  return (await readSecret({ db }, vault, holding.id, "transferkey")) ?? refuse("unavailable");
});

export async function showTransferKey(
  read: Read,
  holding: Granted<KeyLevels>,
  maker: SecretMaker,
): Promise<Outcome<Calls["domainTransferKey"]>> {
  if (!maker.mayReveal) refuse("forbidden");
  const known = await readSecret(read, maker.vault, holding.id, "transferkey");
  const { text: transferkey, expireTS } = known ?? (await makeTransferKey(read, holding, maker));
  await countReveal(maker, holding, "transferkey");
  return { data: { transferkey, expireTS } };
}
