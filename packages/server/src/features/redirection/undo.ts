/** Takes back one journal entry of a redirection, as long as what it left behind is still so. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Change, Read } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { hostOf, shownAddress } from "../service/host.ts";
import { type WebPorts, lockWeb } from "../service/web.ts";
import {
  type MayWrite,
  type RedirectionChange,
  findRedirection,
  partOf,
  redirectionPart,
  refuseKept,
  writeRedirection,
} from "./rows.ts";

const entryShape = z.object({ before: z.nullable(redirectionPart), after: z.nullable(redirectionPart) });

async function findEntry({ db }: Read, holdingId: number, id: number) {
  const entry = await db
    .selectFrom("atrio.journal")
    .select(["before", "after"])
    .where("id", "=", id)
    .where("holding_id", "=", holdingId)
    .where("area", "=", "web")
    .where("act", "in", ["redirectionCreate", "redirectionSave", "redirectionDelete", "redirectionUndo"])
    .executeTakeFirst();
  const { before, after } = entryShape.parse(entry ?? refuse("notFound"));
  return { before, after, one: before ?? after ?? refuse("notFound") };
}

export async function undoRedirection(
  change: Change,
  holding: MayWrite,
  ports: WebPorts,
  entryId: number,
): Promise<RedirectionChange> {
  await lockWeb(change, holding);
  const { before, after, one } = await findEntry(change, holding.id, entryId);
  const now = (await findRedirection(change, holding, one.id)) ?? null;
  if (!isDeepStrictEqual(now && partOf(now), after)) {
    const values = { address: shownAddress(hostOf(one.name, holding.reference) + one.path) };
    refuse("conflict", { message: { key: "redirection.undo_changed", values } });
  }
  if (now && !before) refuseKept(now);
  const act = { name: "redirectionUndo", ports, hasForm: false } as const;
  return writeRedirection(change, holding, act, { before: now, after: before });
}
