/**
 * How many recipients a service may send to in an hour. Postfix asks (SMTPD_POLICY_README) at DATA, for those of the message,
 * and before that at each RCPT, for those that an alias leads to.
 */
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import type { Conversation } from "./server.ts";

interface Taken {
  readonly allowed: boolean;
  readonly most: number;
  readonly taken: number;
}

const hourMilliseconds = 3_600_000;
const nextHour = (now: number): string =>
  new Date((Math.floor(now / hourMilliseconds) + 1) * hourMilliseconds).toISOString().slice(11, 16);

interface Wish {
  readonly wanted: number;
  readonly what: string;
  readonly remedy: string;
}

async function wishOf(db: Kysely<DB>, asked: ReadonlyMap<string, string>): Promise<Wish | undefined> {
  if (asked.get("protocol_state") !== "RCPT") {
    const wanted = Number(asked.get("recipient_count"));
    if (!Number.isSafeInteger(wanted)) return undefined;
    return { wanted, what: `this message has ${wanted}`, remedy: "send it in parts" };
  }
  const recipient = asked.get("recipient") ?? "";
  const { rows } = await sql<{ reached: number }>`
    select policyd.recipients_reached(${recipient}) as reached`.execute(db);
  const { reached } = rows[0]!;
  const what = `${recipient} leads to ${reached}`;
  // one of them is counted at DATA
  return { wanted: reached - 1, what, remedy: "send it to some of them" };
}

/** What Postfix is to do (access(5)). What is put off is tried again by programs that keep it; the text is for people. */
function actionFor(login: string, { wanted, what, remedy }: Wish, { allowed, most, taken }: Taken): string {
  if (allowed) return "DUNNO";
  const domain = login.slice(login.lastIndexOf("@") + 1);
  const limit = `The limit of ${domain} is ${most} recipients an hour`;
  if (most === 0) return `554 5.7.1 ${login} may not send mail`;
  if (wanted > most) return `550 5.7.1 ${limit} and ${what}: ${remedy}`;
  return `450 4.7.1 ${limit}: ${taken} were sent to, ${what}. Send it again after ${nextHour(Date.now())} UTC`;
}

async function take(db: Kysely<DB>, asked: ReadonlyMap<string, string>): Promise<string> {
  const login = asked.get("sasl_username") ?? "";
  const wish = login === "" ? undefined : await wishOf(db, asked);
  if (!wish) return "554 5.7.1 Sign in to send mail";
  if (wish.wanted === 0) return "DUNNO";
  const { rows } = await sql<Taken>`
    select allowed, most, taken from policyd.take_recipients(${login.toLowerCase()}, ${wish.wanted})`.execute(
    db,
  );
  return actionFor(login, wish, rows[0]!);
}

/** Attributes a line each, an empty line, and the action comes back. Without the database nobody sends without a limit. */
export function limitSending(db: Kysely<DB>, log: Log): Conversation {
  let asked = new Map<string, string>();
  return async (line) => {
    if (line !== "") {
      const equals = line.indexOf("=");
      asked.set(line.slice(0, equals), line.slice(equals + 1));
      return undefined;
    }
    const request = asked;
    asked = new Map();
    try {
      return `action=${await take(db, request)}\n\n`;
    } catch (error) {
      log("warn", "the sending limit cannot be looked up", { error: messageOf(error) });
      return "action=451 4.3.0 The sending limit cannot be looked up just now: send it again in a minute\n\n";
    }
  };
}
