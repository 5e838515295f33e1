/** Takes back one journal entry of a service's PHP or parking, as long as what it left behind is still so. */
import { allows, calls } from "@atrio/contract";
import * as z from "zod/mini";
import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { findEntry } from "../holding/journal-entry.ts";
import { type MayPark, parkingPart, writeParking } from "./parking.ts";
import { phpPart, writePhp } from "./php.ts";
import { type Changed, lockWeb } from "./web.ts";

const entries = {
  area: "web",
  acts: ["serviceSetPhp", "parkingEnable", "parkingDisable", "serviceUndo"],
  part: z.union([parkingPart, phpPart]),
} as const;

function refuseChanged(): never {
  refuse("conflict", { message: "service.undo_changed" });
}

export async function undoService(change: Change, holding: MayPark, entryId: number): Promise<Changed> {
  const now = await lockWeb(change, holding);
  const { before, after } = await findEntry(change, holding.id, entryId, entries);
  if (before && after && "parking" in before && "parking" in after) {
    if (now.parking !== after.parking) refuseChanged();
    return writeParking(change, holding, "serviceUndo", now, before.parking);
  }
  if (before && after && "phpVersion" in before && "phpVersion" in after) {
    if (!allows(holding.permissions, calls.serviceSetPhp.needs)) refuse("forbidden");
    if (now.phpVersion !== after.phpVersion) refuseChanged();
    return writePhp(change, holding, { name: "serviceUndo", hasForm: false }, now, before.phpVersion);
  }
  return refuse("notFound");
}
