/** A connection that listens, made again whenever it is lost. */
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Log, messageOf } from "../line-log.ts";

const retryEvery = 250;
const heartbeatEvery = 10_000;
const heartbeatTimeout = 5000;

export interface ListenOptions {
  readonly url: string;
  readonly channels: readonly string[];
  onNotification(payload: string, channel: string): void;
  /** Listening from now on: what happened before this moment was not heard. */
  onListening(): Promise<void>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Runs until the signal; never fails. */
export async function keepListening(options: ListenOptions): Promise<void> {
  const { log, signal } = options;
  let wasDown = false;
  while (!signal.aborted) {
    try {
      await listenOnce(options, () => {
        if (wasDown) log("info", "the database is back");
        wasDown = false;
      });
    } catch (error) {
      if (!wasDown && !signal.aborted)
        log("warn", "the database is away: trying again", { error: messageOf(error) });
      wasDown = true;
    }
    await sleep(retryEvery, undefined, { signal }).catch(() => {});
  }
}

async function listenOnce(options: ListenOptions, onConnected: () => void): Promise<void> {
  const { url, channels, signal } = options;
  const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 3000 });
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  const stopped = () => reject(new Error("stopped"));
  client.on("error", reject);
  client.on("end", () => reject(new Error("the connection ended")));
  signal.addEventListener("abort", stopped, { once: true });
  try {
    await Promise.race([client.connect(), lost]);
    client.on("notification", ({ payload, channel }) => options.onNotification(payload ?? "", channel));
    const listens = channels.map((channel) => `listen ${client.escapeIdentifier(channel)}`);
    await Promise.race([client.query(listens.join(";")), lost]);
    onConnected();
    await Promise.race([options.onListening(), lost]);
    for (;;) {
      await Promise.race([sleep(heartbeatEvery, undefined, { signal, ref: false }), lost]);
      // A server that hangs keeps the connection open: silence is the only sign.
      const silence = sleep(heartbeatTimeout, undefined, { ref: false }).then(() => {
        throw new Error("the database does not answer");
      });
      await Promise.race([client.query("select"), silence, lost]);
    }
  } finally {
    signal.removeEventListener("abort", stopped);
    void client.end().catch(() => {});
  }
}
