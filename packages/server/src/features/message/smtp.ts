/** The server that takes outgoing messages, as operators set it. */
import type { Change, Read } from "../../db/handles.ts";

/** Of the one row, for the vault. */
export const passwordPlace = { table: "smtp", row: 1, field: "password" } as const;

/** A server that has not taken a message after this is hung up on, even if it talks: others wait, operators too. */
export const longestMilliseconds = 120_000;

export const securities = ["none", "starttls", "tls"] as const;
export type Security = (typeof securities)[number];

export interface Smtp {
  readonly host: string;
  readonly port: number;
  readonly security: string;
  readonly username: string | null;
  /** Certificates (PEM) trusted in place of the system's. */
  readonly ca: string | null;
  readonly fromAddress: string;
}
export type SmtpChange = Smtp & {
  /** Undefined: as it was. */
  readonly passwordSealed?: Buffer | null;
};

export const readSmtp = ({ db }: Read): Promise<Smtp | undefined> =>
  db
    .selectFrom("atrio.smtp")
    .select(["host", "port", "security", "username", "ca", "from_address as fromAddress"])
    .executeTakeFirst();

const record = (change: Change, act: string, before: unknown, after: unknown) =>
  change.record({ holdingId: null, area: "message", act, item: null, before, after });

export async function setSmtp(change: Change, wanted: SmtpChange): Promise<void> {
  const before = await readSmtp(change);
  const { fromAddress, passwordSealed, ...rest } = wanted;
  const row = {
    ...rest,
    from_address: fromAddress,
    ...(passwordSealed === undefined ? {} : { password_sealed: passwordSealed }),
  };
  await (before
    ? change.db.updateTable("atrio.smtp").set(row).execute()
    : change.db.insertInto("atrio.smtp").values(row).execute());
  const after = {
    ...rest,
    fromAddress,
    // The journal names a secret that was set, never its bytes.
    ...(passwordSealed ? { passwordSealed: "set" } : {}),
  };
  await record(change, "smtpSet", before ?? null, after);
}

/** Returns whether there was one. */
export async function removeSmtp(change: Change): Promise<boolean> {
  const before = await readSmtp(change);
  if (!before) {
    change.unchanged();
    return false;
  }
  await change.db.deleteFrom("atrio.smtp").execute();
  await record(change, "smtpRemove", before, null);
  return true;
}
