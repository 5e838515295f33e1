/** After the commit: asks every name server itself until it shows the change, and says only what was seen. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Language, type Message, toUnicode } from "@atrio/contract";
import { type NameServer, openAsker } from "./name-server.ts";
import { type ExpectedRecord, type Search, showsAll } from "./shown.ts";

/** The reply waits no longer than this; the worker goes on from there. */
const patienceMilliseconds = 1_500;
const firstPauseMilliseconds = 2;
const longestPauseMilliseconds = 50;

export interface Proof {
  /** Names of the servers that show the change, and of those that do not yet. */
  readonly live: readonly string[];
  readonly missing: readonly string[];
  readonly milliseconds: number;
}

/** true: seen. false: not seen in time, or nothing answers there. */
async function untilShown(server: NameServer, expected: Search, signal: AbortSignal): Promise<boolean> {
  const asker = await openAsker(server);
  try {
    let pause = firstPauseMilliseconds;
    while (!(await showsAll(asker, expected, signal))) {
      await sleep(pause, undefined, { signal });
      pause = Math.min(pause * 2, longestPauseMilliseconds);
    }
    return true;
  } finally {
    asker.close();
  }
}

export async function askNameServers(
  servers: readonly NameServer[],
  expected: Search,
  patience = patienceMilliseconds,
): Promise<Proof> {
  const started = performance.now();
  const signal = AbortSignal.timeout(patience);
  const seen = await Promise.all(
    servers.map((server) => untilShown(server, expected, signal).catch(() => false)),
  );
  return {
    live: servers.filter((_, at) => seen[at]).map(({ name }) => name),
    missing: servers.filter((_, at) => !seen[at]).map(({ name }) => name),
    milliseconds: performance.now() - started,
  };
}

const firstLabel = (name: string): string => name.split(".", 1)[0] ?? name;

/** `ns1` of `ns1.example.net` where that tells the servers apart. */
function shortNames(names: readonly string[]): (name: string) => string {
  return new Set(names.map(firstLabel)).size === names.length ? firstLabel : (name) => name;
}

/** What the toast says. Seconds are rounded up: never faster than it was. */
export function tellProof({ live, missing, milliseconds }: Proof, language: Language): Message {
  if (live.length === 0) return missing.length === 0 ? "dns.saved" : "dns.live_nowhere";
  const short = shortNames([...live, ...missing]);
  const list = (names: readonly string[]) =>
    new Intl.ListFormat(language, { type: "conjunction" }).format(names.map(short));
  const seconds = Math.ceil(milliseconds / 100) / 10;
  return missing.length === 0
    ? { key: "dns.live", values: { servers: list(live), seconds } }
    : {
        key: "dns.live_partly",
        values: { servers: list(live), missing: list(missing), count: missing.length },
      };
}

/** In place of "Live": nothing answers at that name yet, and the target is why. */
export const tellEmptyAname = ({ name, value }: ExpectedRecord): Message => ({
  key: "dns.aname_empty",
  values: { name: toUnicode(name), target: toUnicode(value) },
});
