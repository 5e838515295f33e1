/** What the service reads and writes, all of it as role atrio_acme. */
import type { Message } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { CheckedCertificate } from "../features/certificate/check.ts";

export interface Settings {
  readonly directory: string;
  readonly ca: string | null;
  readonly contact: string;
  /** Addresses, with their ports; none: the system's. */
  readonly resolvers: readonly string[];
  readonly accountKeySealed: Buffer | null;
  readonly accountUrl: string | null;
}

export interface DueName {
  readonly id: number;
  readonly host: string;
  /** A name of a service that only parks: there are many, and nobody waits for them. */
  readonly isParked: boolean;
  /** The zone of ours that can answer by a record. */
  readonly zone: string | null;
  readonly certificateId: number;
  readonly keySealed: Buffer | null;
  readonly orderUrl: string | null;
  readonly failures: number;
}

export const readSettings = (db: Kysely<DB>): Promise<Settings | undefined> =>
  db
    .selectFrom("atrio.acme")
    .select([
      "directory",
      "ca",
      "contact",
      "resolvers",
      "account_key_sealed as accountKeySealed",
      "account_url as accountUrl",
    ])
    .executeTakeFirst();

export async function storeAccountKey(db: Kysely<DB>, sealed: Buffer): Promise<void> {
  await db.updateTable("atrio.acme").set({ account_key_sealed: sealed, account_url: null }).execute();
}

export async function storeAccountUrl(db: Kysely<DB>, url: string | null): Promise<void> {
  await db.updateTable("atrio.acme").set({ account_url: url }).execute();
}

export async function takeDue(db: Kysely<DB>, busy: readonly number[]): Promise<DueName | undefined> {
  const { rows } = await sql<DueName>`
    select id, host, rank = 2 as "isParked", zone, certificate_id as "certificateId", key_sealed as "keySealed", order_url as "orderUrl", failures
      from acme.next(${busy}::bigint[])`.execute(db);
  return rows[0];
}

/** Milliseconds; null where nothing waits. */
export async function untilNext(db: Kysely<DB>, busy: readonly number[]): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    select acme.until_next(${busy}::bigint[]) as wait`.execute(db);
  return rows[0]?.wait ?? null;
}

/** When an order may be placed, where it may not be now. */
export async function spend(db: Kysely<DB>, id: number): Promise<Date | null> {
  const { rows } = await sql<{ later: Date | null }>`select acme.spend(${id}) as later`.execute(db);
  return rows[0]?.later ?? null;
}

export async function storeOrder(db: Kysely<DB>, id: number, url: string, keySealed: Buffer): Promise<void> {
  await sql`select acme.begun(${id}, ${url}, ${keySealed})`.execute(db);
}

/** False where no record can stand there. */
export async function storeAnswer(
  db: Kysely<DB>,
  id: number,
  { token, answer, byDns }: { readonly token: string; readonly answer: string; readonly byDns: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ stored: boolean }>`
    select acme.answer(${id}, ${token}, ${answer}, ${byDns}) as stored`.execute(db);
  return rows[0]?.stored ?? false;
}

/** False where nobody wants it any more. */
export async function storeCertificate(
  db: Kysely<DB>,
  id: number,
  { certificatePem, chainPem, names, issuer, notBefore, notAfter }: CheckedCertificate,
): Promise<boolean> {
  const { rows } = await sql<{ stored: boolean }>`
    select acme.done(${id}, ${certificatePem}, ${chainPem}, ${names}::text[], ${issuer}, ${notBefore}, ${notAfter}) as stored
  `.execute(db);
  return rows[0]?.stored ?? false;
}

export async function storeFailure(
  db: Kysely<DB>,
  id: number,
  fault: Message | null,
  waitSeconds: number,
): Promise<void> {
  const text = fault === null ? null : JSON.stringify(fault);
  await sql`select acme.failed(${id}, ${text}::jsonb, make_interval(secs => ${waitSeconds}))`.execute(db);
}

/** What is served at a host for a token that the authority asks for. */
export async function answerTo(db: Kysely<DB>, host: string, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("atrio.acme_challenge")
    .select("answer")
    .where("host", "=", host)
    .where("token", "=", token)
    .where("dns_record_id", "is", null)
    .executeTakeFirst();
  return row?.answer;
}

export interface OwnServers {
  readonly nameServers: readonly { readonly name: string; readonly address: string; readonly port: number }[];
  /** The platform's addresses for sites. */
  readonly addresses: readonly string[];
}

export async function readOwnServers(db: Kysely<DB>): Promise<OwnServers> {
  const nameServers = await db
    .selectFrom("atrio.name_server")
    .select(["name", sql<string>`host(address)`.as("address"), "port"])
    .execute();
  const platform = await db
    .selectFrom("atrio.platform")
    .select([sql<string | null>`host(web_ipv4)`.as("ipv4"), sql<string | null>`host(web_ipv6)`.as("ipv6")])
    .executeTakeFirstOrThrow();
  return { nameServers, addresses: [platform.ipv4, platform.ipv6].flatMap((address) => address ?? []) };
}
