/** Debian's Pebble, an authority for tests, and the world that it looks into. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { makeCertificate } from "./authority.ts";
import { closedPort } from "./fake-name-server.ts";

export interface Pebble {
  readonly directory: string;
  /** Whom its own address is trusted by. */
  readonly ca: string;
  /** The root of the certificates that it issues, which is another at each start. */
  root(): Promise<string>;
  /** Forgets accounts, orders and authorizations, as it does at each start. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PebblePlaces {
  /** Where it resolves names: ADDRESS:PORT. */
  readonly dns: string;
  /** Where it asks sites for answers. */
  readonly httpPort: number;
}

const fetchFrom = (url: string, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { ca });
    outgoing.on("error", reject).on("response", (incoming) => void text(incoming).then(resolve, reject));
    outgoing.end();
  });

async function answers(url: string, ca: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await fetchFrom(url, ca);
      return;
    } catch (error) {
      if (tries === 300) throw error;
      await sleep(100);
    }
  }
}

export async function startPebble({ dns, httpPort }: PebblePlaces): Promise<Pebble> {
  const home = mkdtempSync(join(tmpdir(), "atrio-pebble-"));
  const [port, managementPort, tlsPort] = [await closedPort(), await closedPort(), await closedPort()];
  const own = makeCertificate({ name: "pebble", hosts: ["localhost"] });
  writeFileSync(join(home, "cert.pem"), own.certificate);
  writeFileSync(join(home, "key.pem"), own.key);
  const settings = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: join(home, "cert.pem"),
    privateKey: join(home, "key.pem"),
    httpPort,
    tlsPort,
    ocspResponderURL: "",
    externalAccountBindingRequired: false,
  };
  writeFileSync(join(home, "pebble.json"), JSON.stringify({ pebble: settings }));
  const directory = `https://localhost:${port}/dir`;
  let child: ChildProcess | undefined;
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child?.kill("SIGKILL");
    await ended;
  };
  const start = async (): Promise<void> => {
    child = spawn("pebble", ["-config", join(home, "pebble.json"), "-dnsserver", dns], {
      stdio: "ignore",
      // it looks at once, and refuses some nonces as authorities may
      env: { ...process.env, PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "5" },
    });
    await answers(directory, own.certificate);
  };
  await start();
  return {
    directory,
    ca: own.certificate,
    root: () => fetchFrom(`https://localhost:${managementPort}/roots/0`, own.certificate),
    restart: async () => {
      await end();
      await start();
    },
    stop: async () => {
      await end();
      rmSync(home, { recursive: true });
    },
  };
}
