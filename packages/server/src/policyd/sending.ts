/** How many recipients a service may send to in an hour, and, counted apart, how many its aliases and mailboxes may send on to. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";

/** What is taken of a service. */
export interface Wish {
  readonly holding: number;
  readonly amount: number;
  readonly sentOn: boolean;
}
/** Refused for good, or until the hour is over. */
export interface Limited {
  readonly verdict: "limited";
  readonly permanent: boolean;
  readonly text: string;
}
interface Short {
  readonly domain: string;
  readonly sentOn: boolean;
  readonly wanted: number;
  readonly most: number;
  readonly taken: number;
}

const hourMilliseconds = 3_600_000;
const nextHour = (now: number): string =>
  new Date((Math.floor(now / hourMilliseconds) + 1) * hourMilliseconds).toISOString().slice(11, 16);

/** What is put off is tried again by servers and by programs that keep it; the text is for people. */
function limited({ domain, sentOn, wanted, most, taken }: Short): Limited {
  const permanent = wanted > most;
  const says = (text: string): Limited => ({ verdict: "limited", permanent, text });
  if (most === 0) return says(`${domain} may not send mail${sentOn ? " on to other servers" : ""}`);
  const limit = `The limit of ${domain}${sentOn ? " for what it sends on" : ""} is ${most} recipients an hour`;
  if (permanent) return says(`${limit} and this message has ${wanted}: send it to fewer at once`);
  return says(
    `${limit}: ${taken} were sent to, this message has ${wanted}. Send it again after ${nextHour(Date.now())} UTC`,
  );
}

/** All or nothing. Undefined: they are taken. */
export async function take(db: Kysely<DB>, wishes: readonly Wish[]): Promise<Limited | undefined> {
  const { rows } = await sql<Short>`
    select domain, forwarded as "sentOn", wanted, most, taken
      from policyd.take(${wishes.map(({ holding }) => holding)}, ${wishes.map(({ amount }) => amount)},
        ${wishes.map(({ sentOn }) => sentOn)})`.execute(db);
  return rows[0] && limited(rows[0]);
}
