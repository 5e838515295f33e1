/** Aliases as they are stored. The catch-all of a domain is the one without a local part. */
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { withMailRules } from "../mail/rules.ts";
import type { MailLimits } from "../mail/service.ts";

export type MayWrite = Granted<{ servicemail_alias: "write" }>;
export type MayRead = Granted<{ servicemail_alias: "read" | "write" }>;

export const catchAllName = "";

/** As the journal keeps it. */
export interface AliasPart {
  readonly id: number;
  readonly localPart: string;
  readonly targets: readonly string[];
}
export interface StoredAlias extends AliasPart {
  readonly address: string;
  readonly eliminable: boolean;
}

export const aliasesOf = ({ db }: Read, holdingId: number) =>
  db
    .selectFrom("atrio.alias")
    .select(["id", "local_part as localPart", "address", "targets", "eliminable"])
    .where("holding_id", "=", holdingId);

export const findById = (read: Read, { id: holdingId }: MayRead, id: number) =>
  aliasesOf(read, holdingId).where("id", "=", id).executeTakeFirst();

export const findCatchAll = (read: Read, { id }: MayRead) =>
  aliasesOf(read, id).where("local_part", "=", catchAllName).executeTakeFirst();

export function refuseKept({ eliminable }: StoredAlias): void {
  if (!eliminable) refuse("conflict", { message: "mail.not_eliminable" });
}

export interface AliasAct {
  readonly name: "aliasCreate" | "aliasSave" | "aliasDelete" | "catchAllSave" | "aliasUndo";
  readonly limits: MailLimits;
  /** Of the form: a rule that says no is told on its field. */
  readonly fields: readonly ("name" | "target")[];
}
export interface AliasChange {
  /** The journal entry that takes it back; null where nothing changed. */
  readonly undo: number | null;
  readonly address: string;
  /** Null where it is gone. */
  readonly alias: StoredAlias | null;
}

const partOf = ({ id, localPart, targets }: AliasPart): AliasPart => ({ id, localPart, targets });

/** One that comes back is the same alias: it keeps its id. */
export type WantedAlias = Omit<AliasPart, "id"> & { readonly id?: number };

async function insertAlias({ db }: Change, holdingId: number, wanted: WantedAlias): Promise<number> {
  const { id = sql`nextval('atrio.alias_id_seq')`, localPart, targets } = wanted;
  const { rows } = await sql<{ id: number }>`
    insert into atrio.alias (id, holding_id, local_part, targets) overriding system value
    values (${id}, ${holdingId}, ${localPart}, ${targets}::text[]) returning id`.execute(db);
  return rows[0]!.id;
}

async function write(
  change: Change,
  holdingId: number,
  before: AliasPart | null,
  after: WantedAlias | null,
): Promise<number | null> {
  const { db } = change;
  if (!before) return after && insertAlias(change, holdingId, after);
  if (!after) {
    await db
      .deleteFrom("atrio.alias")
      .where("holding_id", "=", holdingId)
      .where("id", "=", before.id)
      .execute();
    return null;
  }
  await db
    .updateTable("atrio.alias")
    .set({ targets: [...after.targets] })
    .where("holding_id", "=", holdingId)
    .where("id", "=", before.id)
    .execute();
  return before.id;
}

/** Makes `after` of `before`, null where there is none, and writes both down. */
export async function writeAlias(
  change: Change,
  holding: MayWrite,
  { name, limits, fields }: AliasAct,
  { before, after }: { readonly before: StoredAlias | null; readonly after: WantedAlias | null },
): Promise<AliasChange> {
  const address = `${(after ?? before)?.localPart ?? catchAllName}@${holding.reference}`;
  if (isDeepStrictEqual(before?.targets, after?.targets)) {
    change.unchanged();
    return { undo: null, address, alias: before };
  }
  const id = await withMailRules({ address, limits, fields }, () => write(change, holding.id, before, after));
  const alias = id === null ? null : ((await findById(change, holding, id)) ?? refuse("notFound"));
  const undo = await change.record({
    holdingId: holding.id,
    area: "mail",
    act: name,
    item: address,
    before: before && partOf(before),
    after: alias && partOf(alias),
  });
  return { undo, address, alias };
}
