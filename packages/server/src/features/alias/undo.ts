/** Takes back one journal entry of an alias or of the catch-all, as long as what it left behind is still so. */
import { allows, calls } from "@atrio/contract";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { findEntry } from "../holding/journal-entry.ts";
import { isReservedFor } from "../mail/rules.ts";
import { lockMail, named } from "../mail/service.ts";
import {
  type AliasChange,
  type AliasPart,
  type MayWrite,
  catchAllName,
  findById,
  refuseKept,
  writeAlias,
} from "./rows.ts";

const part = z.object({ id: z.int(), localPart: z.string(), targets: z.array(z.string()) });
const entries = {
  area: "mail",
  acts: ["aliasCreate", "aliasSave", "aliasDelete", "catchAllSave", "aliasUndo"],
  part,
} as const;

/** What may be done by hand only with more than an alias needs is not done by undo with less. */
function demandFor(holding: MayWrite, { localPart }: AliasPart): void {
  const { permissions } = holding;
  const isOthers =
    localPart === catchAllName
      ? !allows(permissions, calls.catchAllSave.needs)
      : isReservedFor(holding, localPart);
  if (isOthers) refuse("forbidden");
}

export async function undoAlias(change: Change, holding: MayWrite, entryId: number): Promise<AliasChange> {
  const limits = await lockMail(change, holding);
  const { before, after, one } = await findEntry(change, holding.id, entryId, entries);
  demandFor(holding, one);
  const now = (await findById(change, holding, one.id)) ?? null;
  if (!isDeepStrictEqual(now?.targets, after?.targets)) {
    const values = named(`${one.localPart}@${holding.reference}`);
    refuse("conflict", { message: { key: "mail.undo_changed", values } });
  }
  if (now && !before) refuseKept(now);
  return writeAlias(
    change,
    holding,
    { name: "aliasUndo", limits, fields: [] },
    { before: now, after: before },
  );
}
