/**
 * registrar: the one process that talks to registries. It hears of orders (LISTEN), carries them out, and keeps the mirror of
 * every domain as its registry has it.
 *
 *   DATABASE_URL   as role atrio_registrar
 *   ATRIO_VAULT    path of the vault's socket: auth codes are sealed
 *
 * While it is down orders wait in the database.
 */
import { lineLog } from "../line-log.ts";
import { LocalBackend } from "../registry/local/backend.ts";
import { required, runService } from "../run-service.ts";
import { openVault } from "../vault/client.ts";
import { runRegistrar } from "./run.ts";

/** Long enough for orders at work; what is cut off all the same is carried out again. */
const lastWordsMilliseconds = 15_000;

const log = lineLog("registrar");

await runService({ log, lastWordsMilliseconds }, (signal) =>
  runRegistrar({
    url: required("DATABASE_URL"),
    vault: openVault(required("ATRIO_VAULT")),
    log,
    signal,
    backendsOn: (db) => [new LocalBackend(db)],
  }),
);
