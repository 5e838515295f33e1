/**
 * policyd: what Postfix and rspamd ask about mail on its way out, and the keys it is signed with.
 *
 *   DATABASE_URL                   as role atrio_policyd
 *   ATRIO_POLICYD_POSTFIX_SOCKET   where Postfix asks how many recipients a message may have
 *   ATRIO_POLICYD_RSPAMD_SOCKET    where rspamd asks who may send as whom, and for the key to sign with
 *
 * While it is down mail that goes out is put off.
 */
import { lineLog } from "../line-log.ts";
import { required, runService } from "../run-service.ts";
import { runPolicyd } from "./run.ts";

const lastWordsMilliseconds = 2_000;

const log = lineLog("policyd");

await runService({ log, lastWordsMilliseconds }, (signal) =>
  runPolicyd({
    url: required("DATABASE_URL"),
    postfixSocket: required("ATRIO_POLICYD_POSTFIX_SOCKET"),
    rspamdSocket: required("ATRIO_POLICYD_RSPAMD_SOCKET"),
    log,
    signal,
  }),
);
