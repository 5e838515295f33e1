/** What rspamd asks at the end of a message, one JSON object a line, and what it is told. */
import { networkInterfaces } from "node:os";
import { domainToASCII } from "node:url";
import { type Kysely, sql } from "kysely";
import * as z from "zod/mini";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import { type Limited, type Wish, take } from "./sending.ts";
import type { Answer } from "./server.ts";

const numbers = z.array(z.int());
const texts = z.array(z.string());
const outgoing = z.strictObject({
  about: z.literal("outgoing"),
  login: z.string(),
  /** All it says it is from: the first one's domain signs. */
  addresses: texts,
  recipients: texts,
  /** An answer that Sieve gives by itself. */
  automatic: z.boolean(),
});
const redirected = z.strictObject({ about: z.literal("redirected"), mailbox: z.string(), recipients: texts });
const incoming = z.strictObject({
  about: z.literal("incoming"),
  client: z.string(),
  domains: texts,
  recipients: texts,
  size: z.int(),
});
const sentOn = z.strictObject({ about: z.literal("sent-on"), holdings: numbers, amounts: numbers });
const question = z.discriminatedUnion("about", [outgoing, redirected, incoming, sentOn]);

interface Signature {
  readonly domain: string;
  readonly selector: string;
  readonly key: string;
}
type Passed = { readonly verdict: "passed" };
type Refused = { readonly verdict: "refused"; readonly address?: string };
type Pending = { readonly verdict: "pending" };
type Signed = { readonly verdict: "signed"; readonly signature: Signature };
const passed: Passed = { verdict: "passed" };

/** As it is stored: lower case, A-labels. */
function canonical(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`.toLowerCase();
}

interface Reached {
  readonly own: number;
  readonly ownOutside: number;
  /** Services that would send it on to others, and to how many. */
  readonly holdings: readonly number[];
  readonly outside: readonly number[];
}

async function reach(db: Kysely<DB>, holding: number, recipients: readonly string[]): Promise<Reached> {
  const { rows } = await sql<Reached>`
    select own, own_outside as "ownOutside", to_jsonb(holdings) as holdings, outside
      from policyd.outgoing(${holding}, ${recipients})`.execute(db);
  return rows[0]!;
}

const onward = (holdings: readonly number[], amounts: readonly number[]): Wish[] =>
  holdings.map((holding, place) => ({ holding, amount: amounts[place] ?? 0, sentOn: true }));

async function sender(
  db: Kysely<DB>,
  login: string,
  addresses: readonly string[],
): Promise<{ holding: number; refused: string | null } | undefined> {
  const { rows } = await sql<{ holding: number; refused: string | null }>`
    select holding_id as holding, refused from policyd.sender(${login.toLowerCase()}, ${addresses})`.execute(
    db,
  );
  return rows[0];
}

async function signatureOf(db: Kysely<DB>, domain: string): Promise<Signature | undefined> {
  const { rows } = await sql<Signature>`
    select domain, selector, private_key as key from policyd.dkim where domain = ${domain}`.execute(db);
  return rows[0];
}

/** What is refused or waits takes nothing of the limit. */
async function send(
  db: Kysely<DB>,
  asked: z.infer<typeof outgoing>,
): Promise<Limited | Refused | Pending | Signed> {
  const addresses = asked.addresses.map(canonical);
  const found = await sender(db, asked.login, addresses);
  if (!found || !addresses[0]) return { verdict: "refused" };
  if (found.refused !== null) return { verdict: "refused", address: found.refused };
  const signature = await signatureOf(db, addresses[0].slice(addresses[0].lastIndexOf("@") + 1));
  if (!signature) return { verdict: "pending" };
  const { own, holdings, outside } = await reach(db, found.holding, asked.recipients);
  const wish = { holding: found.holding, amount: own, sentOn: asked.automatic };
  return (await take(db, [wish, ...onward(holdings, outside)])) ?? { verdict: "signed", signature };
}

async function redirect(
  db: Kysely<DB>,
  asked: z.infer<typeof redirected>,
): Promise<Limited | Passed | Refused> {
  const found = await sender(db, asked.mailbox, []);
  if (!found) return { verdict: "refused" };
  const { ownOutside, holdings, outside } = await reach(db, found.holding, asked.recipients);
  const wish = { holding: found.holding, amount: ownOutside, sentOn: true };
  return (await take(db, [wish, ...onward(holdings, outside)])) ?? passed;
}

/** What the filter keeps of a message while it scans it. */
interface Facts {
  /** Of the domains, as they were asked for. */
  readonly ours: readonly string[];
  /** From an address of this machine. */
  readonly here: boolean;
  readonly full?: string;
  /** Services that would send it on to others, and to how many. */
  readonly holdings: readonly number[];
  readonly amounts: readonly number[];
}

const isHere = (client: string): boolean =>
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === client),
  );

async function lookAt(db: Kysely<DB>, asked: z.infer<typeof incoming>): Promise<Facts> {
  const { rows } = await sql<{
    ours: string[];
    holdings: number[];
    outside: number[];
    full_mailbox: string | null;
  }>`select ours, to_jsonb(holdings) as holdings, outside, full_mailbox
       from policyd.incoming(${asked.domains.map((name) => domainToASCII(name))}, ${asked.recipients}, ${asked.size})`.execute(
    db,
  );
  const { ours, holdings, outside, full_mailbox } = rows[0]!;
  return {
    ours: asked.domains.filter((name) => ours.includes(domainToASCII(name))),
    here: isHere(asked.client),
    ...(full_mailbox === null ? {} : { full: full_mailbox }),
    holdings,
    amounts: outside,
  };
}

async function answer(db: Kysely<DB>, line: string): Promise<object> {
  const asked = question.parse(JSON.parse(line));
  if (asked.about === "outgoing") return send(db, asked);
  if (asked.about === "redirected") return redirect(db, asked);
  if (asked.about === "incoming") return lookAt(db, asked);
  return (await take(db, onward(asked.holdings, asked.amounts))) ?? passed;
}

export const answerFilter =
  (db: Kysely<DB>, log: Log): Answer =>
  async (line) => {
    try {
      return `${JSON.stringify(await answer(db, line))}\n`;
    } catch (error) {
      log("warn", "a question of the filter was not answered", { error: messageOf(error) });
      return `${JSON.stringify({ error: "unavailable" })}\n`;
    }
  };
