/**
 * policyd: what rspamd asks about each message (who may send as whom, to how many, with which key; where it would lead), and the
 * keys that mail is signed with.
 *
 *   DATABASE_URL           as role atrio_policyd
 *   ATRIO_POLICYD_SOCKET   where rspamd asks
 *
 * While it is down mail is put off.
 */
import { lineLog } from "../line-log.ts";
import { required, runService } from "../run-service.ts";
import { runPolicyd } from "./run.ts";

const lastWordsMilliseconds = 2_000;

const log = lineLog("policyd");

await runService({ log, lastWordsMilliseconds }, (signal) =>
  runPolicyd({
    url: required("DATABASE_URL"),
    socket: required("ATRIO_POLICYD_SOCKET"),
    log,
    signal,
  }),
);
