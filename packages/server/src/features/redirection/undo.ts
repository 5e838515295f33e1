/** Takes back one journal entry of a redirection, as long as what it left behind is still so. */
import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { findEntry } from "../holding/journal-entry.ts";
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

const entries = {
  area: "web",
  acts: ["redirectionCreate", "redirectionSave", "redirectionDelete", "redirectionUndo"],
  part: redirectionPart,
} as const;

export async function undoRedirection(
  change: Change,
  holding: MayWrite,
  ports: WebPorts,
  entryId: number,
): Promise<RedirectionChange> {
  await lockWeb(change, holding);
  const { before, after, one } = await findEntry(change, holding.id, entryId, entries);
  const now = (await findRedirection(change, holding, one.id)) ?? null;
  if (!isDeepStrictEqual(now && partOf(now), after)) {
    const values = { address: shownAddress(hostOf(one.name, holding.reference) + one.path) };
    refuse("conflict", { message: { key: "redirection.undo_changed", values } });
  }
  if (now) refuseKept(now);
  const act = { name: "redirectionUndo", ports, hasForm: false } as const;
  return writeRedirection(change, holding, act, { before: now, after: before });
}
