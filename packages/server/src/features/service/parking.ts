/** Whether visitors get the parking page in place of the sites. */
import type { Message } from "@atrio/contract";
import * as z from "zod/mini";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { applyWeb } from "../../jobs/queue.ts";
import { type Changed, type WebService, lockWeb } from "./web.ts";
import { behindRedirection, behindTraffic, standsBefore } from "./stands-before.ts";

export type MayPark = Granted<Partial<Record<"service" | "service_parking", "write">>>;
type MaySee = Granted<Partial<Record<"service" | "service_parking", "read">>>;

/** As the journal keeps it. */
export const parkingPart = z.object({ parking: z.boolean() });

export async function isParked({ db }: Read, { id, serviceKind }: MaySee): Promise<boolean> {
  if (serviceKind === null) refuse("notFound");
  const row = await db
    .selectFrom("atrio.web_service")
    .select("parking")
    .where("holding_id", "=", id)
    .executeTakeFirst();
  return (row ?? refuse("notFound")).parking;
}

async function newsOf(change: Change, holding: MayPark, parking: boolean): Promise<Message> {
  const { id, reference } = holding;
  const { url, isSpent } = await standsBefore(change, id, reference);
  if (parking && url !== null) return behindRedirection(holding, reference, url);
  if (isSpent) return behindTraffic;
  return parking ? "service.parking_on" : "service.parking_off";
}

type ParkingAct = "parkingEnable" | "parkingDisable" | "serviceUndo";

export async function writeParking(
  change: Change,
  holding: MayPark,
  act: ParkingAct,
  before: WebService,
  parking: boolean,
): Promise<Changed> {
  const live = await newsOf(change, holding, parking);
  if (before.parking === parking) {
    change.unchanged();
    return { undo: null, job: null, live };
  }
  await change.db
    .updateTable("atrio.web_service")
    .set({ parking })
    .where("holding_id", "=", holding.id)
    .execute();
  const undo = await change.record({
    holdingId: holding.id,
    area: "web",
    act,
    item: holding.reference,
    before: { parking: before.parking },
    after: { parking },
  });
  return { undo, job: await applyWeb(change, holding.id), live };
}

export const setParking = async (change: Change, holding: MayPark, parking: boolean): Promise<Changed> =>
  writeParking(
    change,
    holding,
    parking ? "parkingEnable" : "parkingDisable",
    await lockWeb(change, holding),
    parking,
  );
