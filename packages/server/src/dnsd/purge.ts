/**
 * Empties PowerDNS's caches through its control socket. Only keys and zone metadata are cached, so a purge matters when a
 * zone is signed, unsigned, made or removed; one for every change costs less than knowing which.
 *
 * Once is not enough: a question answered from the old data meanwhile puts it back for its whole TTL. The second purge,
 * 150 ms later, takes that out.
 */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const replyTimeout = 2000;
const secondAfter = 150;
/** Above this many zones everything goes: one command in place of many. */
const zonesAtMost = 50;

function command(path: string, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.setTimeout(replyTimeout, () =>
      socket.destroy(new Error("PowerDNS does not answer on its control socket")),
    );
    socket.on("connect", () => socket.write(`${line}\n`));
    socket.on("data", () => socket.end());
    socket.on("error", reject);
    socket.on("close", () => resolve());
  });
}

async function purgeOnce(path: string, zones: readonly string[] | "all"): Promise<void> {
  if (zones === "all" || zones.length > zonesAtMost) return command(path, "PURGE");
  for (const zone of zones) await command(path, `PURGE ${zone}$`);
}

export interface Purge {
  /** Resolves after the first purge. A PowerDNS that is away has no cache: nothing is lost. */
  (zones: readonly string[] | "all"): Promise<void>;
}

export const makePurge =
  (path: string): Purge =>
  async (zones) => {
    await purgeOnce(path, zones).catch(() => {});
    void sleep(secondAfter, undefined, { ref: false }).then(() => purgeOnce(path, zones).catch(() => {}));
  };
