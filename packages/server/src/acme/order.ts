/**
 * One order, from wherever it is: the authority says how far it came. What it needs (address, key, answers) is stored before
 * each step that cannot be taken back.
 */
import { type Authorization, type Client, type Order, crypto } from "acme-client";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import { checkCertificate } from "../features/certificate/check.ts";
import { keyPlace } from "../features/certificate/place.ts";
import type { Vault } from "../vault/client.ts";
import { Fault } from "./fault.ts";
import { type DueName, type OwnServers, spend, storeAnswer, storeCertificate, storeOrder } from "./store.ts";
import { AcmeProblem, readProblem } from "./transport.ts";
import { type Way, chooseWay, untilLive } from "./way.ts";

export interface OrderContext {
  readonly db: Kysely<DB>;
  readonly vault: Vault;
  readonly client: Client;
  readonly own: OwnServers;
  readonly resolvers: readonly string[];
  readonly signal: AbortSignal;
}

/** The web server is told of a name when the name is there; an order that comes before would fail, and be counted. */
const headStartMilliseconds = 3_000;
const patienceMilliseconds = 180_000;
const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 5_000;
/** The authority's words, as long as they help. */
const longestReason = 400;

export const refusedWith = (detail: string): Fault =>
  new Fault({ key: "acme.refused", values: { reason: detail.slice(0, longestReason) } });

/** Asks again and again, more and more rarely, until there is something to say. */
async function poll<T>(signal: AbortSignal, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + patienceMilliseconds;
  let pause = firstPauseMilliseconds;
  while (Date.now() < deadline) {
    const found = await ask();
    if (found !== undefined) return found;
    await sleep(pause, undefined, { signal });
    pause = Math.min(pause * 2, longestPauseMilliseconds);
  }
  throw new Fault("acme.slow");
}

interface Placed {
  readonly order: Order;
  /** Of the certificate it will be. */
  readonly key: Buffer;
}

async function place(
  { db, vault, client, own, resolvers, signal }: OrderContext,
  due: DueName,
): Promise<Placed> {
  // before anything is spent
  const way = await chooseWay(due, own, resolvers);
  if (way === "http-01") await sleep(headStartMilliseconds, undefined, { signal });
  const later = await spend(db, due.id);
  if (later)
    throw new Fault({ key: "acme.spent", values: { date: later.toISOString() } }, { retryAt: later });
  const key = await crypto.createPrivateEcdsaKey("P-256");
  const sealed = await vault.seal(keyPlace(due.certificateId), key);
  const order = await client.createOrder({ identifiers: [{ type: "dns", value: due.host }] });
  await storeOrder(db, due.id, order.url, sealed);
  return { order, key };
}

/** The authority may have forgotten it, or never have known it: another one in the place of before. */
export class OrderLost extends Error {}

async function resume(
  { vault, client }: OrderContext,
  { certificateId }: DueName,
  url: string,
  keySealed: Buffer,
): Promise<Placed> {
  const key = await vault.open(keyPlace(certificateId), keySealed);
  const known: Order = { url, status: "pending", identifiers: [], authorizations: [], finalize: "" };
  const order = await client.getOrder(known).catch((error: unknown) => {
    throw error instanceof AcmeProblem ? new OrderLost(error.message) : error;
  });
  return { order, key };
}

const challengeOf = (authorization: Authorization, way: Way) => {
  const challenge = authorization.challenges.find(({ type }) => type === way);
  if (!challenge) throw refusedWith(`no ${way}`);
  return challenge;
};

async function answer(
  { db, client, own, resolvers, signal }: OrderContext,
  due: DueName,
  authorization: Authorization,
): Promise<void> {
  const way = await chooseWay(due, own, resolvers);
  const challenge = challengeOf(authorization, way);
  const text = await client.getChallengeKeyAuthorization(challenge);
  const byDns = way === "dns-01";
  const stored = await storeAnswer(db, due.id, { token: challenge.token, answer: text, byDns });
  // its record went out of the way meanwhile, or the site is gone
  if (!stored) throw new Fault("acme.changed");
  if (byDns) {
    const name = `_acme-challenge.${due.host.replace(/^\*\./, "")}`;
    await untilLive(own.nameServers, name, text, signal);
  }
  if (challenge.status === "pending") await client.completeChallenge(challenge);
}

/** What the authority saw of a name that it does not believe. */
function reasonOf({ challenges }: Authorization): Fault {
  const problem = challenges.map(({ error }) => readProblem(error)).find((found) => found !== undefined);
  return refusedWith(problem?.detail ?? "invalid");
}

async function prove(context: OrderContext, due: DueName, order: Order): Promise<void> {
  const { client, signal } = context;
  for (const authorization of await client.getAuthorizations(order))
    if (authorization.status === "pending") await answer(context, due, authorization);
  await poll(signal, async () => {
    const all = await client.getAuthorizations(order);
    const failed = all.find(({ status }) => status !== "pending" && status !== "valid");
    if (failed) throw reasonOf(failed);
    return all.every(({ status }) => status === "valid") || undefined;
  });
}

/** Until the authority has made the certificate. */
async function settle(context: OrderContext, due: DueName, first: Order, key: Buffer): Promise<Order> {
  const { client, signal } = context;
  let order = first;
  if (order.status === "pending") await prove(context, due, order);
  return poll(signal, async () => {
    order = await client.getOrder(order);
    if (order.status === "invalid") throw refusedWith(readProblem(order.error)?.detail ?? "invalid");
    if (order.status === "ready") {
      const [, request] = await crypto.createCsr({ altNames: [due.host] }, key);
      order = await client.finalizeOrder(order, request);
    }
    return order.status === "valid" ? order : undefined;
  });
}

/** Returns whether somebody still wanted the certificate. */
export async function carryOut(context: OrderContext, due: DueName): Promise<boolean> {
  const { db, client } = context;
  const { orderUrl, keySealed } = due;
  const { order, key } =
    orderUrl !== null && keySealed !== null
      ? await resume(context, due, orderUrl, keySealed)
      : await place(context, due);
  const settled = await settle(context, due, order, key);
  const pem = await client.getCertificate(settled);
  const checked = checkCertificate({
    certificate: pem,
    key: key.toString(),
    chain: "",
    host: due.host,
    now: new Date(),
  });
  if ("field" in checked) throw new Fault(checked.message);
  return storeCertificate(db, due.id, checked.ok);
}
