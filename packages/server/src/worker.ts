/**
 * The worker process: does what changes asked for, by kind and id, and keeps the house.
 *
 *   DATABASE_URL     as role atrio_worker
 *   ATRIO_GLUE_ALLOW CIDR ranges, comma-separated, in which name servers are asked though they are not public
 *   ATRIO_DOVECOT    configuration of Dovecot, who is told to end sessions, and that the database is back; unset, or not there: nobody has one
 *   ATRIO_MAIL       directory of all mailboxes, each in a folder of its number
 *   ATRIO_POSTFIX    directory of Postfix's configuration, whom it tells that the database is back; empty: there is none
 *   ATRIO_WEB…       where customers' sites are: web/place.ts
 *   ATRIO_LOG_LEVEL  trace, debug, info (default), warn, error
 */
import { join } from "node:path";
import { pino } from "pino";
import * as z from "zod/mini";
import { listed } from "./config.ts";
import { proveChange } from "./features/dns/proof-job.ts";
import { turnSwitch } from "./features/dnssec/switch-job.ts";
import { addressRule } from "./features/glue/addresses.ts";
import { kickMailbox } from "./features/mailbox/kick-job.ts";
import { removeMailStores } from "./features/mailbox/store-removal.ts";
import { worldLookUp } from "./features/nameserver/world.ts";
import type { JobTasks } from "./jobs/job.ts";
import { wakeMail } from "./jobs/wake-mail.ts";
import { work } from "./jobs/worker.ts";
import { logOptions } from "./log.ts";
import { checkHtaccess } from "./web/htaccess.ts";
import { openPhp } from "./web/php.ts";
import { readWebPlace } from "./web/place.ts";
import { measureSpaces } from "./web/measuring.ts";
import { measureUsage } from "./web/usage.ts";
import { Web } from "./web/web.ts";

const environment = z.object({
  DATABASE_URL: z.string().check(z.minLength(1)),
  ATRIO_GLUE_ALLOW: z.optional(z.string()),
  ATRIO_DOVECOT: z.optional(z.string()),
  ATRIO_MAIL: z.optional(z.string()),
  ATRIO_POSTFIX: z.optional(z.string()),
  ATRIO_LOG_LEVEL: z.optional(z.enum(["trace", "debug", "info", "warn", "error"])),
});

const given = z.safeParse(environment, process.env);
if (given.success) {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());
  const reach = { rule: addressRule(listed(given.data.ATRIO_GLUE_ALLOW)), lookUp: worldLookUp() };
  const { ATRIO_DOVECOT: dovecot, ATRIO_MAIL: mail, ATRIO_POSTFIX: postfix } = given.data;
  const log = pino({ ...logOptions(given.data.ATRIO_LOG_LEVEL ?? "info"), base: { service: "worker" } });
  const place = readWebPlace(process.env);
  const web = place && new Web({ ...place, php: openPhp(place), log });
  const services = place && join(place.directory, "srv");
  const measure = services === undefined ? undefined : measureUsage(services);
  const rules = place && checkHtaccess({ ...place, directory: join(place.directory, "srv") });
  const tasks: JobTasks = {
    "dns.proof": proveChange,
    "dnssec.switch": turnSwitch(reach),
    "mail.kick": kickMailbox(dovecot),
    "web.apply": async (run) => web?.apply(run),
    "web.usage": async (run) => measure?.(run),
    "web.htaccess": async (run) => rules?.(run),
  };
  await work({
    url: given.data.DATABASE_URL,
    tasks,
    ...(web
      ? {
          onStart: (db) => web.start(db),
          onGone: (db) => web.removeGone(db),
          onBrands: (db) => web.followBrands(db),
        }
      : {}),
    tidy: async (db) => ({
      ...(await web?.tidy(db)),
      ...(await web?.watch(db)),
      mailFolders:
        mail === undefined ? 0 : await removeMailStores(db, { directory: mail, configuration: dovecot }, log),
    }),
    ...(services === undefined ? {} : { beside: measureSpaces(services, log) }),
    ...(dovecot && postfix ? { onReturn: () => wakeMail(dovecot, postfix) } : {}),
    log,
    signal: stop.signal,
  });
} else {
  console.error(given.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`).join("; "));
  process.exitCode = 1;
}
