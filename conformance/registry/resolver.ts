/** Resolvers as others run them: unbound, which validates from the registry's key on, and somebody who asks all the time. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AUTHENTIC_DATA, RECURSION_DESIRED, decode, encode } from "dns-packet";
import { dig, digUntil } from "../dns/ask.ts";
import { Daemon } from "../dns/daemon.ts";
import { freePort } from "../dns/stack.ts";

export interface Zone {
  readonly name: string;
  readonly ports: readonly number[];
}
export interface Resolver {
  readonly port: number;
  /** Of the one that only keeps answers. */
  readonly cachePort: number;
  stop(): Promise<void>;
}

const zone = (kind: "stub" | "forward", { name, ports }: Zone): string =>
  [`${kind}-zone:`, `  name: "${name}."`, ...ports.map((port) => `  ${kind}-addr: 127.0.0.1@${port}`)].join(
    "\n",
  );

/** Kept for as long as the TTLs say, of which the zones here have short ones; only a denial's is the parent's half minute. */
const configuration = (port: number, negativeTtl: number, rest: string, zones: readonly string[]): string => `
server:
  interface: 127.0.0.1
  port: ${port}
  username: ""
  chroot: ""
  directory: ""
  pidfile: ""
  use-syslog: no
  do-daemonize: no
  do-ip6: no
  do-not-query-localhost: no
  local-zone: "test." nodefault
  cache-max-negative-ttl: ${negativeTtl}
  ${rest}
remote-control:
  control-enable: no
${zones.join("\n")}
`;

async function startUnbound(directory: string, name: string, port: number, text: string): Promise<Daemon> {
  const file = join(directory, `${name}.conf`);
  writeFileSync(file, text);
  const daemon = new Daemon(["unbound", "-d", "-c", file], join(directory, `${name}.log`));
  daemon.start();
  await digUntil(port, ["test", "NS"], (found) => found !== "", 10_000).catch(async (error: unknown) => {
    console.error(daemon.log);
    await daemon.end("SIGTERM");
    throw error;
  });
  return daemon;
}

/**
 * One that only keeps answers, as a provider's or an office's, and behind it one that validates: it must do with what the
 * first remembers. `parent`'s key is the anchor.
 */
export async function startResolver(parent: Zone, child: Zone, negativeTtl: number): Promise<Resolver> {
  const directory = mkdtempSync(join(tmpdir(), "atrio-unbound-"));
  const [cachePort, port] = [await freePort(), await freePort()];
  const key = await dig(parent.ports[0]!, parent.name, "DNSKEY");
  const daemons: Daemon[] = [];
  const stop = async (): Promise<void> => {
    for (const daemon of daemons) await daemon.end("SIGTERM");
    rmSync(directory, { recursive: true, force: true });
  };
  const cache = configuration(cachePort, negativeTtl, 'module-config: "iterator"', [
    zone("stub", parent),
    zone("stub", child),
  ]);
  const validator = configuration(
    port,
    negativeTtl,
    `module-config: "validator iterator"\n  trust-anchor: "${parent.name}. DNSKEY ${key}"`,
    [zone("forward", { name: "", ports: [cachePort] })],
  );
  try {
    daemons.push(await startUnbound(directory, "cache", cachePort, cache));
    daemons.push(await startUnbound(directory, "validator", port, validator));
    return { port, cachePort, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface Answer {
  /** "NOERROR", "SERVFAIL" …; "silence" after two seconds. */
  readonly rcode: string;
  /** The resolver has proved it. */
  readonly authentic: boolean;
}

const rcodes: Readonly<Record<number, string>> = { 0: "NOERROR", 2: "SERVFAIL", 3: "NXDOMAIN" };

export async function askResolver(port: number, name: string): Promise<Answer> {
  const socket = createSocket("udp4");
  try {
    const query = encode({
      type: "query",
      id: Math.floor(Math.random() * 65_536),
      flags: RECURSION_DESIRED | AUTHENTIC_DATA,
      questions: [{ type: "A", name }],
    });
    socket.send(query, port, "127.0.0.1");
    const [bytes]: Buffer[] = await once(socket, "message", { signal: AbortSignal.timeout(2_000) });
    const reply = decode(bytes!);
    const code = (reply.flags ?? 0) & 0xf;
    return { rcode: rcodes[code] ?? String(code), authentic: reply.flag_ad };
  } catch {
    return { rcode: "silence", authentic: false };
  } finally {
    socket.close();
  }
}

const everyMilliseconds = 100;

/** So many questions earlier others have asked for the same name: the cache remembers what was so then. */
const ahead = 15;

/**
 * Asks ten times a second: for names that are always asked for, and for one that others asked for a moment ago. What is neither
 * an answer nor a denial is a failure.
 */
export class Watch {
  readonly failures: string[] = [];
  asked = 0;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  /** `wildcard`: below it every name has an address. */
  constructor(resolver: Resolver, names: readonly string[], wildcard: string) {
    this.#ended = this.#run(resolver, names, wildcard);
  }

  async #run({ port, cachePort }: Resolver, names: readonly string[], wildcard: string): Promise<void> {
    const { signal } = this.#stop;
    const underWay = new Set<Promise<void>>();
    const begin = (work: Promise<unknown>): void => {
      const one = work.then(() => void underWay.delete(one));
      underWay.add(one);
    };
    while (!signal.aborted) {
      const at = this.asked;
      begin(this.#ask(port, names[at % names.length]!));
      begin(askResolver(cachePort, `n${at}.${wildcard}`));
      if (at >= ahead) begin(this.#ask(port, `n${at - ahead}.${wildcard}`));
      this.asked += 1;
      await sleep(everyMilliseconds, undefined, { signal }).catch(() => {});
    }
    await Promise.all(underWay);
  }

  async #ask(port: number, name: string): Promise<void> {
    const { rcode } = await askResolver(port, name);
    if (rcode !== "NOERROR" && rcode !== "NXDOMAIN")
      this.failures.push(`${new Date().toISOString()} ${name} ${rcode}`);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }
}
