/** What rspamd asks: who may sign as whom, with which key, and whether a domain is ours. One JSON object a line. */
import { domainToASCII } from "node:url";
import { type Kysely, sql } from "kysely";
import * as z from "zod/mini";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import type { Conversation } from "./server.ts";

const question = z.union([
  /** A message of `login` whose From header says `from`. */
  z.strictObject({ from: z.string(), login: z.string() }),
  z.strictObject({ domain: z.string() }),
]);

interface Signature {
  readonly domain: string;
  readonly selector: string;
  readonly key: string;
}
type Answer =
  | { readonly sender: "refused" | "pending" }
  | { readonly sender: "signed"; readonly signature: Signature }
  | { readonly ours: boolean }
  | { readonly error: string };

/** As it is stored: lower case, A-labels. */
function canonical(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`.toLowerCase();
}

async function isOurs(db: Kysely<DB>, domain: string): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select policyd.is_ours(${domainToASCII(domain)}) as ours`.execute(db);
  return rows[0]!.ours;
}

async function signatureOf(db: Kysely<DB>, domain: string): Promise<Signature | undefined> {
  const { rows } = await sql<Signature>`
    select domain, selector, private_key as key from policyd.dkim where domain = ${domain}`.execute(db);
  return rows[0];
}

async function answer(db: Kysely<DB>, line: string): Promise<Answer> {
  const asked = question.parse(JSON.parse(line));
  if ("domain" in asked) return { ours: await isOurs(db, asked.domain) };
  const from = canonical(asked.from);
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const { rows } = await sql<{ allowed: boolean }>`
    select policyd.may_send_as(${asked.login.toLowerCase()}, ${from}) as allowed`.execute(db);
  if (!rows[0]!.allowed) return { sender: "refused" };
  const signature = await signatureOf(db, domain);
  return signature ? { sender: "signed", signature } : { sender: "pending" };
}

export const answerFilter =
  (db: Kysely<DB>, log: Log): Conversation =>
  async (line) => {
    try {
      return `${JSON.stringify(await answer(db, line))}\n`;
    } catch (error) {
      log("warn", "a question of the filter was not answered", { error: messageOf(error) });
      return `${JSON.stringify({ error: "unavailable" } satisfies Answer)}\n`;
    }
  };
