/** Where certificates are ordered, as operators set it, and what waits. */
import type { Message } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";

export interface Acme {
  readonly directory: string;
  /** Certificates (PEM) trusted in place of the system's. */
  readonly ca: string | null;
  /** Whom the authority writes to. */
  readonly contact: string;
  /** Addresses, with their ports; none: the system's. */
  readonly resolvers: readonly string[];
}

export interface AcmeState extends Acme {
  readonly termsAcceptedAt: Date;
  readonly accountUrl: string | null;
}

export const readAcme = ({ db }: Read): Promise<AcmeState | undefined> =>
  db
    .selectFrom("atrio.acme")
    .select([
      "directory",
      "ca",
      "contact",
      "resolvers",
      "terms_accepted_at as termsAcceptedAt",
      "account_url as accountUrl",
    ])
    .executeTakeFirst();

const record = (change: Change, act: string, before: Acme | undefined, after: Acme | null) =>
  change.record({ holdingId: null, area: "platform", act, item: null, before: before ?? null, after });

/** An account is one directory's; of another contact it is told again. */
export async function setAcme(change: Change, wanted: Acme): Promise<void> {
  const before = await readAcme(change);
  const row = { ...wanted, resolvers: [...wanted.resolvers] };
  if (!before) await change.db.insertInto("atrio.acme").values(row).execute();
  else {
    const isOther = before.directory !== wanted.directory;
    await change.db
      .updateTable("atrio.acme")
      .set({ ...row, account_url: null, ...(isOther ? { account_key_sealed: null } : {}) })
      .set({ terms_accepted_at: sql`now()` })
      .execute();
  }
  await record(change, "acmeSet", before, wanted);
}

/** Returns whether there was one. Certificates stay as they are. */
export async function removeAcme(change: Change): Promise<boolean> {
  const before = await readAcme(change);
  if (!before) {
    change.unchanged();
    return false;
  }
  await change.db.deleteFrom("atrio.acme").execute();
  await record(change, "acmeRemove", before, null);
  return true;
}

export interface WaitingName {
  readonly host: string;
  readonly dueAt: Date;
  readonly fault: Message | null;
}

/** Names without a certificate, or whose renewal failed: sites first. */
export const listWaiting = ({ db }: Read, limit: number): Promise<WaitingName[]> =>
  db
    .selectFrom("atrio.acme_host as a")
    .leftJoin("atrio.subdomain as s", (on) =>
      on.onRef("s.host", "=", "a.host").onRef("s.holding_id", "=", "a.holding_id"),
    )
    .select(["a.host", "a.due_at as dueAt", sql<Message | null>`a.fault`.as("fault")])
    .where((where) =>
      where.or([
        where("a.fault", "is not", null),
        where.and([where("a.certificate_id", "is", null), where("s.certificate_id", "is", null)]),
      ]),
    )
    .orderBy("a.rank")
    .orderBy("a.due_at")
    .limit(limit)
    .execute();

export async function countCertificates({ db }: Read): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from atrio.certificate c
     where c.source = 'acme' and (exists (select from atrio.subdomain s where s.certificate_id = c.id)
        or exists (select from atrio.acme_host a where a.certificate_id = c.id))`.execute(db);
  return rows[0]!.count;
}
