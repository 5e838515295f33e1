/**
 * dnsd: what PowerDNS and PostgreSQL don't do between them. It hears of every committed change of a zone (LISTEN), empties
 * PowerDNS's caches of it, sends NOTIFY to the secondaries until they have it, and keeps the addresses behind ANAME records.
 *
 *   DATABASE_URL         as role atrio_dnsd
 *   ATRIO_PDNS_CONTROL   PowerDNS's control socket
 *   ATRIO_NOTIFY         host:port of each secondary, separated by commas
 *   ATRIO_RESOLVERS      resolvers for ANAME targets that are not ours (optional: the system's)
 *
 * While it is down answers stay right: secondaries follow by their refresh timers, ANAME records keep their addresses, and
 * PowerDNS knows of new keys within a minute. Afterwards it catches up by itself.
 */
import { openPool } from "../db/pool.ts";
import { AnameKeeper } from "./aname.ts";
import { Changes } from "./changes.ts";
import { type Config, readConfig } from "./config.ts";
import { DnsClient } from "./dns-client.ts";
import { keepListening } from "../db/keep-listening.ts";
import { lineLog } from "../line-log.ts";
import { runService } from "../run-service.ts";
import { makePurge } from "./purge.ts";
import { Secondary } from "./secondary.ts";

/** How far back the first look goes, and how much further than the loss of the connection each later one does. */
const firstLookBack = 2 * 3600;
const slack = 120;

/** It keeps nothing that could be lost: an answer still awaited from a server that is away is no reason to stay. */
const lastWordsMilliseconds = 3_000;

const log = lineLog("dnsd");

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

async function run(config: Config, signal: AbortSignal): Promise<void> {
  const client = new DnsClient();
  const pool = openPool(config.databaseUrl, { max: 3 });
  const secondaries = config.secondaries.map((server) => new Secondary(client, server));
  const keepingUp = () => secondaries.every(({ isBusy }) => !isBusy);
  const anames = new AnameKeeper({ pool, resolvers: config.resolvers, keepingUp, log });
  const changes = new Changes({ pool, purge: makePurge(config.control), secondaries, anames, log });
  let heardUntil = nowSeconds() - firstLookBack;
  await keepListening({
    url: config.databaseUrl,
    channels: ["atrio_dns", "atrio_dns_async"],
    onNotification: (zone, channel) => {
      heardUntil = nowSeconds();
      if (channel === "atrio_dns") changes.add(zone);
      else changes.addAsync(zone);
    },
    onListening: async () => {
      await changes.catchUp(heardUntil - slack);
      heardUntil = nowSeconds();
      log("info", "listening", { secondaries: config.secondaries.length });
    },
    log,
    signal,
  });
  changes.stop();
  anames.stop();
  for (const secondary of secondaries) secondary.stop();
  client.close();
  await pool.end();
}

await runService({ log, lastWordsMilliseconds }, (signal) => run(readConfig(process.env), signal));
