import type { ImplementedCallName } from "@atrio/contract";
import type { Change } from "../../db/handles.ts";
import type { Granted, Handlers } from "../../http/handler.ts";
import { type MayPark, isParked, setParking } from "./parking.ts";
import { setPhp } from "./php.ts";
import { getParked, getService } from "./store.ts";
import { undoService } from "./undo.ts";
import { type Changed, type WebServers, followed } from "./web.ts";

export function serviceHandlers(servers: WebServers) {
  const changed = async (change: Change, holding: Granted<object>, { job, undo, live }: Changed) =>
    followed(servers, job, { service: await getService(change, holding), undo }, live);
  const parked = async (change: Change, holding: MayPark, parking: boolean) => {
    const { job, undo, live } = await setParking(change, holding, parking);
    return followed(servers, job, { service: await getParked(change, holding, parking), undo }, live);
  };
  return {
    serviceGet: async ({ read, holding }) => ({ data: { service: await getService(read, holding) } }),
    serviceSetPhp: async ({ change, holding, input }) =>
      changed(change, holding, await setPhp(change, holding, input.phpVersion)),
    parkingGet: async ({ read, holding }) => ({ data: { parkingActive: await isParked(read, holding) } }),
    parkingEnable: async ({ change, holding }) => parked(change, holding, true),
    parkingDisable: async ({ change, holding }) => parked(change, holding, false),
    serviceUndo: async ({ change, holding, params }) => {
      const { job, live } = await undoService(change, holding, params.jid);
      return followed(servers, job, null, live);
    },
  } satisfies Partial<Handlers<ImplementedCallName>>;
}
