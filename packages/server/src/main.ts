/** The api process: HTTP and SQL, nothing else. It starts while PostgreSQL is away, and recovers with it. */
import { buildApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { openPool } from "./db/pool.ts";
import { logOptions } from "./log.ts";
import { openVault } from "./vault/client.ts";

/** Reads and changes have pools of their own: a flood of one leaves the other its connections. */
const readConnections = 20;
const changeConnections = 12;
/** A caller who can't have a connection by then is told so. */
const readWaitMilliseconds = 1_000;
const changeWaitMilliseconds = 3_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  if (process.getuid?.() === 0 && !config.allowRoot)
    throw new Error("The api does not run as root: start it as its own user (`atrio up` does).");
  const { databaseUrl } = config;
  const readPool = openPool(databaseUrl, {
    max: readConnections,
    readOnly: true,
    waitMilliseconds: readWaitMilliseconds,
  });
  const changePool = openPool(databaseUrl, {
    max: changeConnections,
    waitMilliseconds: changeWaitMilliseconds,
    prepare: true,
  });
  const app = await buildApp({
    ...config,
    readPool,
    changePool,
    vault: openVault(config.vaultSocket),
    log: logOptions(config.logLevel),
  });
  await app.listen({ host: config.host, port: config.port });

  const stop = async (signal: string) => {
    app.log.info({ signal }, "stopping");
    await app.close();
    await Promise.all([readPool.end(), changePool.end()]);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop(signal));
}

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
