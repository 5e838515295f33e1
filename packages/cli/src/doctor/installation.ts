/** Whether the installation does its work: ports, schema, services, agreement of the name servers, clock. */
import { findMisfit } from "@atrio/server/db/schema-version.ts";
import { findOrderDelay } from "@atrio/server/registry/waiting.ts";
import type { Client } from "pg";
import { withClient } from "../client.ts";
import { messageOf } from "../failure.ts";
import { refuseOther } from "../install/claim.ts";
import { asOwner, ownerUrl } from "../install/database.ts";
import { askDelay, sayDelay } from "../messages.ts";
import { sayOrderDelay } from "../registration.ts";
import { portHolder } from "../ports.ts";
import { askSerial, askService, dnsServers, foreignerAt, sampleZones } from "../services/ask.ts";
import { listeners } from "../services/listeners.ts";
import type { Plan } from "../services/plan.ts";
import { services } from "../services/service.ts";
import { serviceMark } from "../supervise/supervisor.ts";
import { type Check, type Finding, fine, wrong } from "./check.ts";

const ports: Check = {
  title: "Ports",
  look: (home, plan) =>
    listeners(plan.settings)
      .filter(({ service }) => plan.names.includes(service))
      .map((listener) => {
        const { service: name, port } = listener;
        const mark = serviceMark(home, name);
        const holder = mark ? undefined : portHolder(port);
        if (holder !== undefined)
          return wrong(
            `${port}, meant for ${name}, is taken by ${holder}`,
            `End that, or choose another port in ${home.settings}`,
          );
        const foreigner = mark && foreignerAt(listener, mark);
        if (foreigner !== undefined)
          return wrong(
            `${name}: ${foreigner}`,
            `End that, or choose another port in ${home.settings}; atrio up`,
          );
        return fine(mark ? `${port} is ${name}'s` : `${port} is free for ${name}`);
      }),
};

async function askDatabase(plan: Plan, look: (client: Client) => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await withClient(ownerUrl(plan.home), 3000, look);
  } catch (error) {
    return [wrong(`the database cannot be asked: ${messageOf(error)}`, "atrio status, atrio logs postgres")];
  }
}

const schema: Check = {
  title: "Database schema",
  look: (_, plan) =>
    askDatabase(plan, async (client) => {
      await refuseOther(client, plan.home);
      const misfit = await findMisfit(client);
      return [misfit ? wrong(misfit.text, misfit.remedy) : fine("it is of this version")];
    }),
};

const answers: Check = {
  title: "Services",
  look: async (_, plan) => [
    ...(await Promise.all(
      plan.names.map(async (name) => {
        const fault = await askService(plan, name);
        return fault === undefined
          ? fine(`${name} answers`)
          : wrong(
              `${name}: ${fault}. ${services[name].whenDown}`,
              `atrio logs ${name}; atrio up starts what is down`,
            );
      }),
    )),
    ...plan.missing.map(({ service, reason, consequence, remedy }) =>
      wrong(`${service} is missing: ${reason}. ${consequence}`, remedy),
    ),
  ],
};

const agreement: Check = {
  title: "Name servers",
  async look(_, plan) {
    if (!plan.names.includes("pdns") || !plan.names.includes("knot")) return [];
    const { pdns, knot } = dnsServers(plan);
    try {
      const zones = await sampleZones(plan);
      const serials = await Promise.all(
        zones.map(async (zone) => [zone, await askSerial(pdns, zone), await askSerial(knot, zone)] as const),
      );
      const differ = serials.filter(([, first, second]) => first === undefined || first !== second);
      if (differ.length === 0)
        return [
          fine(zones.length === 0 ? "there are no zones yet" : `both have the same of ${zones.join(", ")}`),
        ];
      return differ.map(([zone, first, second]) =>
        wrong(
          `${zone}: serial ${first ?? "none"} on the first, ${second ?? "none"} on the second`,
          "Wait a minute; if it stays: atrio logs dnsd. After a restored backup: atrio down, empty knot/ in the home, atrio up",
        ),
      );
    } catch (error) {
      return [wrong(`they cannot be compared: ${messageOf(error) || "no answer"}`, "atrio status")];
    }
  },
};

const largestSkewMs = 2000;
const clock: Check = {
  title: "Clock",
  look: (_, plan) =>
    askDatabase(plan, async (client) => {
      const { rows } = await client.query<{ now: Date; newest: Date | null }>(
        "select clock_timestamp() as now, (select max(at) from atrio.journal) as newest",
      );
      const [{ now, newest } = { now: new Date(), newest: null }] = rows;
      const skew = Math.abs(now.getTime() - Date.now());
      if (skew > largestSkewMs)
        return [
          wrong(
            `it is ${(skew / 1000).toFixed(0)} s apart from the database's`,
            "Synchronise both with NTP.",
          ),
        ];
      if (newest && newest.getTime() > Date.now() + largestSkewMs)
        return [
          wrong(
            `it went back: the newest journal entry is of ${newest.toISOString()}`,
            "Synchronise it with NTP; sessions and serials depend on it.",
          ),
        ];
      return [fine(new Date().toISOString())];
    }),
};

const messages: Check = {
  title: "Messages of customers",
  async look(_, plan) {
    try {
      const delay = await askDelay(plan);
      return [
        delay
          ? wrong(sayDelay(delay), "atrio messages --unsent")
          : fine("none waits for longer than an hour"),
      ];
    } catch (error) {
      return [wrong(`they cannot be counted: ${messageOf(error)}`, "atrio status, atrio logs postgres")];
    }
  },
};

const orders: Check = {
  title: "Orders at registries",
  async look(_, plan) {
    try {
      const delay = await asOwner(plan.home, findOrderDelay);
      return [
        delay
          ? wrong(sayOrderDelay(delay), "atrio registry pending, atrio logs registrar")
          : fine("none waits for longer than an hour"),
      ];
    } catch (error) {
      return [wrong(`they cannot be counted: ${messageOf(error)}`, "atrio status, atrio logs postgres")];
    }
  },
};

export const installationChecks: readonly Check[] = [
  ports,
  schema,
  answers,
  agreement,
  clock,
  messages,
  orders,
];
