import type { ImplementedCallName } from "@atrio/contract";
import type { Handlers } from "../../http/handler.ts";
import { getService, setParking, setPhp } from "./store.ts";
import { type WebServers, followed } from "./web.ts";

export const serviceHandlers = (servers: WebServers) =>
  ({
    serviceGet: async ({ read, holding }) => ({ data: { service: await getService(read, holding) } }),
    serviceSetPhp: async ({ change, holding, input }) => {
      const { job, version } = await setPhp(change, holding, input.phpVersion);
      const data = { service: await getService(change, holding) };
      return followed(servers, job, data, { key: "service.php_set", values: { version } });
    },
    parkingEnable: async ({ change, holding }) => {
      const job = await setParking(change, holding, true);
      return followed(servers, job, { service: await getService(change, holding) }, "service.parking_on");
    },
    parkingDisable: async ({ change, holding }) => {
      const job = await setParking(change, holding, false);
      return followed(servers, job, { service: await getService(change, holding) }, "service.parking_off");
    },
  }) satisfies Partial<Handlers<ImplementedCallName>>;
