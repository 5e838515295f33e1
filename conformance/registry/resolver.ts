/** A resolver as others run it: unbound, which validates from the registry's key on, and somebody who asks it all the time. */
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
  stop(): Promise<void>;
}

const stub = ({ name, ports }: Zone): string =>
  ["stub-zone:", `  name: "${name}."`, ...ports.map((port) => `  stub-addr: 127.0.0.1@${port}`)].join("\n");

/** Caches for as long as the TTLs say, of which the zones here have short ones; only a denial's is the parent's half minute. */
const configuration = (port: number, anchor: string, zones: readonly Zone[], negativeTtl: number): string => `
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
  module-config: "validator iterator"
  trust-anchor: "${anchor}"
  local-zone: "test." nodefault
  cache-max-negative-ttl: ${negativeTtl}
remote-control:
  control-enable: no
${zones.map(stub).join("\n")}
`;

/** `parent` first: its key is the anchor. */
export async function startResolver(parent: Zone, child: Zone, negativeTtl: number): Promise<Resolver> {
  const directory = mkdtempSync(join(tmpdir(), "atrio-unbound-"));
  const port = await freePort();
  const key = await dig(parent.ports[0]!, parent.name, "DNSKEY");
  const file = join(directory, "unbound.conf");
  writeFileSync(file, configuration(port, `${parent.name}. DNSKEY ${key}`, [parent, child], negativeTtl));
  const daemon = new Daemon(["unbound", "-d", "-c", file], join(directory, "log"));
  daemon.start();
  const stop = async (): Promise<void> => {
    await daemon.end("SIGTERM");
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await digUntil(port, [parent.name, "NS"], (found) => found !== "", 10_000);
    return { port, stop };
  } catch (error) {
    console.error(daemon.log);
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

/** Asks ten times a second, for each name in turn. What is neither an answer nor a denial is a failure. */
export class Watch {
  readonly failures: string[] = [];
  asked = 0;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  constructor(port: number, names: readonly string[]) {
    this.#ended = this.#run(port, names);
  }

  async #run(port: number, names: readonly string[]): Promise<void> {
    const { signal } = this.#stop;
    const underWay = new Set<Promise<void>>();
    while (!signal.aborted) {
      const name = names[this.asked % names.length]!;
      this.asked += 1;
      const one = this.#ask(port, name).finally(() => underWay.delete(one));
      underWay.add(one);
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
