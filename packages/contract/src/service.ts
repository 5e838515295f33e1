import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { id } from "./input.ts";
import { permissionMap } from "./permission.ts";
import { undo } from "./undo.ts";

/** What may be chosen; the service's own minimum rules out the oldest (specification 2, section 9). */
export const phpVersions = [
  "default",
  "5.6",
  "7.0",
  "7.1",
  "7.2",
  "7.3",
  "7.4",
  "8.0",
  "8.1",
  "8.2",
  "8.3",
  "8.4",
] as const;
export type PhpVersion = (typeof phpVersions)[number];

/** `limit` is null where unlimited; sizes in bytes. */
const usage = z.object({ used: z.number(), limit: z.nullable(z.number()) });

export const service = z.object({
  id: z.int(),
  reference: z.string(),
  /** Which database server's admin tool holds the databases; null where the service has none. */
  frontendDbID: z.nullable(z.int()),
  isRedirAndParking: z.boolean(),
  parkingActive: z.boolean(),
  /** `default` where it follows the installation's. */
  phpversion: z.enum(phpVersions),
  defaultPHPVersion: z.string(),
  phpminversion: z.string(),
  /** Those at or above the minimum, oldest first; `available` where this installation runs it. */
  phpVersions: z.array(z.object({ version: z.string(), available: z.boolean() })),
  usage: z.object({
    spaceWeb: usage,
    traffic: usage,
    spaceBbdd: usage,
    /** Databases by number. */
    BBDD: usage,
  }),
  /** Empty where there is none, as the next. */
  ftpHost: z.string(),
  ddbbHost: z.string(),
  permissions: permissionMap,
});
export type Service = z.output<typeof service>;

/** For who may park it and not open it. */
const parkedService = z.pick(service, {
  id: true,
  reference: true,
  isRedirAndParking: true,
  parkingActive: true,
  permissions: true,
});
export type ParkedService = Service | z.output<typeof parkedService>;

const serviceReply = z.object({ service });
const changed = z.object({ service, undo });
/** Tells no more of it than `serviceGet` would. */
const parked = z.object({ service: z.union([service, parkedService]), undo });

export const logLevels = ["error", "warning", "notice", "info"] as const;

export const logEntry = z.object({
  id: z.int(),
  /** Unix seconds. */
  ts: z.int(),
  /** The service's domain where nothing narrower is known. */
  host: z.string(),
  level: z.enum(logLevels),
  /** What visitors and scripts wrote: text, of several lines perhaps. */
  message: z.string(),
});
export type LogEntry = z.output<typeof logEntry>;

/** The first line of a .htaccess file that the server doesn't take. */
const htaccessProblem = z.object({
  /** Its path below the customer's home: `/public_html/.htaccess`. */
  file: z.string(),
  /** Null where it is the file as a whole. */
  line: z.nullable(z.int()),
  /** What Apache says of it. */
  message: z.string(),
});
export type HtaccessProblem = z.output<typeof htaccessProblem>;

/** Of one day in UTC. */
const dayOfTraffic = z.object({ day: z.iso.date(), bytes: z.int(), requests: z.int() });

export const serviceCalls = {
  serviceGet: call({
    method: "GET",
    path: "/service/{id}/",
    needs: { any: { service: "read", servicemail: "read", service_dnszone: "read" } },
    reply: serviceReply,
  }),
  serviceSetPhp: call({
    method: "POST",
    path: "/service/{id}/php/",
    changes: true,
    needs: { all: { service: "write" } },
    input: z.strictObject({ phpVersion: z.enum(phpVersions) }),
    reply: changed,
  }),
  /** Ours: takes back what journal entry `jid` did to PHP or parking; PHP needs what choosing it needs. */
  serviceUndo: call({
    method: "POST",
    path: "/service/{id}/undo/{jid}/",
    changes: true,
    needs: { any: { service: "write", service_parking: "write" } },
    reply: z.null(),
  }),
  parkingEnable: call({
    method: "GET",
    path: "/service/{id}/parking/active/",
    changes: true,
    needs: { any: { service: "write", service_parking: "write" } },
    reply: parked,
  }),
  parkingDisable: call({
    method: "GET",
    path: "/service/{id}/parking/disable/",
    changes: true,
    needs: { any: { service: "write", service_parking: "write" } },
    reply: parked,
  }),
  /** Ours: for who sees no more of the service. */
  parkingGet: call({
    method: "GET",
    path: "/service/{id}/parking/",
    needs: { any: { service: "read", service_parking: "read" } },
    reply: z.object({ parkingActive: z.boolean() }),
  }),
  /** Newest first, at most 500. */
  serviceErrorLog: call({
    method: "GET",
    path: "/service/{id}/logerror/",
    needs: { all: { service: "read" } },
    /** Only what is newer than that entry. */
    input: z.strictObject({ after: z.optional(id) }),
    reply: z.object({ logs: z.array(logEntry) }),
  }),
  /** What its sites sent and received on each of the last 30 days, oldest first. */
  serviceTraffic: call({
    method: "GET",
    path: "/service/{id}/traffic/",
    needs: { all: { service: "read" } },
    reply: z.object({ days: z.array(dayOfTraffic) }),
  }),
  /** Measures the web space again, if that was not done within the last minute: what is used is in `serviceGet`. */
  serviceMeasure: call({
    method: "POST",
    path: "/service/{id}/measure/",
    changes: true,
    needs: { all: { service: "read" } },
    reply: nothing,
  }),
  /** Its .htaccess files that the server doesn't take, as found last: by file and line, at most 500. */
  serviceHtaccess: call({
    method: "GET",
    path: "/service/{id}/htaccess/",
    needs: { all: { service: "read" } },
    reply: z.object({
      /** Unix seconds; null before the first time. */
      checkedAt: z.nullable(z.int()),
      problems: z.array(htaccessProblem),
      /** Not all are listed, or not all files were looked at. */
      more: z.boolean(),
    }),
  }),
  /** Looks through its .htaccess files again, if that was not done a moment ago. */
  serviceHtaccessCheck: call({
    method: "POST",
    path: "/service/{id}/htaccess/check/",
    changes: true,
    needs: { all: { service: "read" } },
    reply: nothing,
  }),
  siteBuilderGet: call({
    method: "GET",
    path: "/service/{id}/webconstructor/",
    needs: { all: { service: "write" } },
    reply: z.object({
      /** Id of the subdomain whose site the builder makes. */
      selected: z.nullable(z.int()),
      subdomains: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  }),
  siteBuilderLogin: call({
    method: "POST",
    path: "/service/{id}/webcontructorlogin/",
    changes: true,
    needs: { all: { service: "write" } },
    input: z.strictObject({ subdomain: id }),
    /** Opened in a new tab. */
    reply: z.object({ url: z.string() }),
  }),
} as const;
