/** An installation with a million holdings, a tenth of them in one account; the others in accounts of nine. */
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { tokenHash } from "../../packages/server/src/http/session.ts";

export interface Account {
  readonly userId: number;
  readonly token: string;
}

/**
 * 8 to 15 letters and digits of a hash: every pair of them is as common as another. "qq" is in one of 100,000, "españa" in
 * one of 200, all of them in the account.
 */
const reference = `substr(md5(n::text), 1, 8 + n % 8) || case when n % 100000 = 0 then 'qq' else '' end || '-' || n
  || case when n % 200 = 0 then '.xn--espaa-rta.es' else (array['.com', '.es', '.net', '.org', '.test'])[1 + n % 5] end`;

const everything = `'{"domain": "write", "service": "write", "service_dnszone": "write", "servicemail": "read"}'`;

export async function fill(db: Pool, holdings: number, inAccount: number): Promise<void> {
  await db.query(
    `insert into atrio.holding (reference, domain_expires_at, service_kind, service_expires_at, has_mail)
     select ${reference}, now() + (n % 365) * interval '1 day', 'hosting', now() + (n % 365) * interval '1 day', n % 10 = 0
       from generate_series(1, $1::int) n`,
    [holdings],
  );
  await db.query(
    `insert into atrio.panel_user (holding_id, username, password_hash)
     select n, 'u' || n, 'none' from generate_series(1, 1 + ($1::int - $2::int) / 9) n`,
    [holdings, inAccount],
  );
  // Spread over all, as years of ordering would: the account's are not neighbours in the table.
  const step = Math.floor(holdings / inAccount);
  await db.query(
    `insert into atrio.holding_grant select 1, n, ${everything} from generate_series($2::int, $1::int, $2::int) n`,
    [holdings, step],
  );
  await db.query(
    `insert into atrio.holding_grant
     select 2 + (row_number() over (order by n) - 1) / 9, n, ${everything}
       from generate_series(1, $1::int) n where n % $2 <> 0`,
    [holdings - (holdings % 9), step],
  );
  await db.query(
    `insert into atrio.job (kind, holding_id, subject_id, state, error, ended_at)
     select 'dns.proof', n * 10, n, 'failed', '"job.failed"', now() - n * interval '1 minute'
       from generate_series(1, least(1000, $1::int / 10)) n`,
    [holdings],
  );
  await db.query("vacuum analyze");
}

export async function signIn(db: Pool, userId: number): Promise<Account> {
  const token = randomBytes(32).toString("base64");
  await db.query(
    `insert into atrio.session (token_hash, user_id, ip, expires_at) values ($1, $2, '127.0.0.1', now() + interval '1 hour')`,
    [tokenHash(token), userId],
  );
  return { userId, token };
}
