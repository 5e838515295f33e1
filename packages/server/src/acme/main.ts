/**
 * acme: orders certificates for customers' sites and renews them (RFC 8555), and answers what their authority asks the sites.
 *
 *   DATABASE_URL        as role atrio_acme
 *   ATRIO_VAULT         path of the vault's socket: keys are sealed as soon as they are made
 *   ATRIO_ACME_SOCKET   where nginx asks
 *
 * While it is down certificates stay as they are; orders wait in the database.
 */
import { lineLog } from "../line-log.ts";
import { required, runService } from "../run-service.ts";
import { openVault } from "../vault/client.ts";
import { runAcme } from "./run.ts";

/** What is under way goes on when it is started again. */
const lastWordsMilliseconds = 3_000;

const log = lineLog("acme");

await runService({ log, lastWordsMilliseconds }, (signal) =>
  runAcme({
    url: required("DATABASE_URL"),
    vault: openVault(required("ATRIO_VAULT")),
    socket: required("ATRIO_ACME_SOCKET"),
    log,
    signal,
  }),
);
