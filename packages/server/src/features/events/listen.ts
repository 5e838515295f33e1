import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Client } from "pg";
import type { CompanyCache } from "../config/company.ts";
import { type EventHub, readAnnouncement } from "./hub.ts";

const retryMilliseconds = 1_000;

export interface Listening {
  /** Resolves when announcements are being received for the first time. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

/** Whom announcements concern. */
export interface Audience {
  readonly hub: EventHub;
  readonly company: Pick<CompanyCache, "drop" | "setAnnounced">;
}

async function listenOnce(
  url: string,
  { hub, company }: Audience,
  log: FastifyBaseLogger,
  isFirst: boolean,
  heard: () => void,
  signal: AbortSignal,
) {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    application_name: "atrio events",
  });
  const lost = new Promise<void>((resolve) => {
    client.once("end", () => resolve());
    client.on("error", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  client.on("notification", ({ payload }) => {
    try {
      const said = readAnnouncement(payload ?? "");
      // Before any tab hears of it and asks.
      if (said.event === "config") company.drop();
      hub.announce(said);
    } catch (error) {
      log.error({ err: error }, "an announcement was not understood");
    }
  });
  try {
    await client.connect();
    await client.query("listen atrio_push");
    company.setAnnounced(true);
    if (!isFirst) hub.resync();
    heard();
    await lost;
  } finally {
    company.setAnnounced(false);
    await client.end().catch(() => {});
  }
}

/** Hears what PostgreSQL announces, on a connection of its own, for as long as the process lives. */
export function listen(url: string, audience: Audience, log: FastifyBaseLogger): Listening {
  const stopped = new AbortController();
  const first = Promise.withResolvers<void>();
  let connected = 0;
  const heard = () => {
    connected += 1;
    first.resolve();
    log.info({ connected }, "listening to announcements");
  };
  const run = async () => {
    while (!stopped.signal.aborted) {
      await listenOnce(url, audience, log, connected === 0, heard, stopped.signal).catch((error: unknown) =>
        log.warn({ err: error }, "announcements cannot be heard"),
      );
      await sleep(retryMilliseconds, undefined, { signal: stopped.signal }).catch(() => {});
    }
  };
  const ended = run();
  return {
    ready: first.promise,
    stop: async () => {
      stopped.abort();
      await ended;
    },
  };
}
