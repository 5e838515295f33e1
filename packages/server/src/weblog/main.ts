/**
 * weblog: counts what each service's sites send and receive, and keeps what goes wrong with them for their customers to read.
 *
 *   DATABASE_URL       as role atrio_weblog
 *   ATRIO_SITES_LOG    directory of the sites' access.log and error.log
 *   ATRIO_PHP_LOG      directory of the log of the FPM masters
 *
 * While it is down the logs wait; each line is counted once, whatever is killed when.
 */
import { lineLog } from "../line-log.ts";
import { required, runService } from "../run-service.ts";
import { runWeblog } from "./run.ts";

const lastWordsMilliseconds = 2_000;

const log = lineLog("weblog");

await runService({ log, lastWordsMilliseconds }, (signal) =>
  runWeblog({
    url: required("DATABASE_URL"),
    sites: required("ATRIO_SITES_LOG"),
    php: required("ATRIO_PHP_LOG"),
    log,
    signal,
  }),
);
