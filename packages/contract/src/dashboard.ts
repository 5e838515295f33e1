import * as z from "zod/mini";
import { call } from "./call.ts";

/** What has a limit of its own. More kinds come with the services that measure them. */
export const quotaResources = [
  "zoneRecords",
  "zoneSize",
  "mailboxSize",
  "mailSpace",
  "webSpace",
  "webTraffic",
] as const;
export type QuotaResource = (typeof quotaResources)[number];

const holding = { id: z.int(), reference: z.string() };

/** The most pressing first, at most 50, and how many there are in all. */
const few = <Item extends z.ZodMiniType>(item: Item) => z.object({ items: z.array(item), total: z.int() });

export const dashboard = z.object({
  /** What expires within 30 days or expired in the last 90, soonest first. */
  expiring: few(
    z.object({
      ...holding,
      kind: z.enum(["domain", "service"]),
      expireTS: z.int(),
      /** How the registry has the domain, in words; null where it is active. */
      status: z.nullable(z.string()),
    }),
  ),
  /** What has used 80 % of a limit or more, fullest first. */
  overQuota: few(
    z.object({
      ...holding,
      resource: z.enum(quotaResources),
      /** What stands before the @, where it is about a mailbox. */
      mailbox: z.nullable(z.string()),
      used: z.int(),
      limit: z.int(),
    }),
  ),
  /** Background work of the last 7 days that failed and was not done since, newest first. */
  failed: few(
    z.object({
      ...holding,
      job: z.int(),
      kind: z.string(),
      /** In words for the user. */
      error: z.string(),
      /** Unix seconds. */
      ts: z.int(),
    }),
  ),
});
export type Dashboard = z.output<typeof dashboard>;

export const dashboardCalls = {
  /** What a customer wants to know first. Only what the user may see. */
  dashboardGet: call({
    method: "GET",
    path: "/dashboard/",
    needs: "session",
    reply: z.object({ dashboard }),
  }),
} as const;
