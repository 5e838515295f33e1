/**
 * The worker process: does what changes asked for, by kind and id, and keeps the house.
 *
 *   DATABASE_URL     as role atrio_worker
 *   ATRIO_LOG_LEVEL  trace, debug, info (default), warn, error
 */
import { pino } from "pino";
import * as z from "zod/mini";
import { proveChange } from "./features/dns/proof-job.ts";
import { turnSwitch } from "./features/dnssec/switch-job.ts";
import type { JobTasks } from "./jobs/job.ts";
import { work } from "./jobs/worker.ts";
import { logOptions } from "./log.ts";

const environment = z.object({
  DATABASE_URL: z.string().check(z.minLength(1)),
  ATRIO_LOG_LEVEL: z.optional(z.enum(["trace", "debug", "info", "warn", "error"])),
});

const tasks: JobTasks = { "dns.proof": proveChange, "dnssec.switch": turnSwitch };

const given = z.safeParse(environment, process.env);
if (given.success) {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());
  const log = pino({ ...logOptions(given.data.ATRIO_LOG_LEVEL ?? "info"), base: { service: "worker" } });
  await work({ url: given.data.DATABASE_URL, tasks, log, signal: stop.signal });
} else {
  console.error(given.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`).join("; "));
  process.exitCode = 1;
}
