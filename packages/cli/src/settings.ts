/** settings.json: what the operator chose. Written by the first `up`, read by every command, edited by hand. */
import { existsSync, readFileSync } from "node:fs";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, isIP } from "node:net";
import * as z from "zod/mini";
import { Failure, codeOf, messageOf } from "./failure.ts";
import { replaceFile } from "./files.ts";
import type { Home } from "./home.ts";
import { mailPortNames, mailSettings, preferredMailPorts } from "./mail-settings.ts";

function isNetwork(text: string): boolean {
  const [of = "", bits = "", more] = text.split("/");
  const family = isIP(of);
  const isShort = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
  return family !== 0 && isShort && more === undefined;
}

const port = z.int().check(z.gte(1), z.lte(65_535));
const portOrNone = z.int().check(z.gte(0), z.lte(65_535));
const address = z.string().check(z.refine((text) => isIP(text) !== 0, "is no IP address"));
const listener = z.strictObject({ addresses: z.array(address).check(z.minLength(1)), port });

const host = "127.0.0.1";
const network = z.string().check(z.refine((text) => isNetwork(text), "is no network such as 192.0.2.0/24"));

const settingsSchema = z.strictObject({
  /** The panel: one address; a proxy that ends TLS stands before it. */
  panel: z.strictObject({ address, port }),
  /** Name server 1 (PowerDNS) and 2 (Knot). */
  dns: listener,
  dns2: listener,
  /** The name server of the top-level domains that are kept here. Port 0: the next `up` chooses one. */
  registry: z.prefault(z.strictObject({ ...listener.shape, port: portOrNone }), {
    addresses: [host],
    port: 0,
  }),
  mail: mailSettings,
  /** Customers' sites. Port 0: the next `up` chooses one. */
  web: z.prefault(
    z.strictObject({
      addresses: z.array(address).check(z.minLength(1)),
      http: portOrNone,
      https: portOrNone,
    }),
    {
      addresses: [host],
      http: 0,
      https: 0,
    },
  ),
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: z.array(z.string()),
  /** Laboratories: networks whose addresses customers' name servers may have though they are not public. */
  glue: z.optional(z.strictObject({ allow: z.array(network) })),
  /** "runit" where it is installed; "builtin" is Atrio's own and needs nothing. */
  supervisor: z.enum(["runit", "builtin"]),
});
export type Settings = z.infer<typeof settingsSchema>;

export function readSettings(home: Home): Settings | undefined {
  if (!existsSync(home.settings)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(home.settings, "utf8"));
  } catch (error) {
    throw new Failure(
      `${home.settings} is no JSON: ${messageOf(error)}`,
      "Correct it; docs/operating.md shows a whole one.",
      78,
    );
  }
  const parsed = settingsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join(".") || "it"}: ${issue.message}`);
  throw new Failure(
    `${home.settings} is wrong: ${issues.join("; ")}`,
    "Correct it; docs/operating.md shows a whole one.",
    78,
  );
}

export function writeSettings(home: Home, settings: Settings): void {
  replaceFile(home.settings, `${JSON.stringify(settings, null, 2)}\n`, 0o644);
}

/** The code of the system's refusal; undefined when the port can be had. */
async function tcpFault(number: number, host: string): Promise<string | undefined> {
  const server = createServer().listen({ port: number, host, exclusive: true });
  try {
    await once(server, "listening");
    return undefined;
  } catch (error) {
    return codeOf(error) ?? messageOf(error);
  } finally {
    server.close();
  }
}

async function udpFault(number: number, host: string): Promise<string | undefined> {
  const socket = createSocket(isIP(host) === 6 ? "udp6" : "udp4");
  try {
    socket.bind(number, host);
    await once(socket, "listening");
    return undefined;
  } catch (error) {
    return codeOf(error) ?? messageOf(error);
  } finally {
    socket.close();
  }
}

export const portFault = async (number: number, host: string): Promise<string | undefined> =>
  (await tcpFault(number, host)) ?? (await udpFault(number, host));
export const isPortFree = async (number: number, host: string): Promise<boolean> =>
  (await portFault(number, host)) === undefined;

/** The preferred port if it is free, else a free one; `taken` are promised to others of this home. */
export async function choosePort(preferred: number, host: string, taken: readonly number[]): Promise<number> {
  const start = preferred === 0 ? 20_000 + Math.floor(Math.random() * 10_000) : preferred;
  for (let number = start; number < 65_535; number += preferred === 0 ? 1 : 10)
    if (!taken.includes(number) && (await isPortFree(number, host))) return number;
  throw new Failure(`No free port was found from ${start} up on ${host}.`, "Name one: --port N");
}

export const portsIn = ({ panel, dns, dns2, registry, mail, web }: Settings): number[] =>
  [
    panel.port,
    dns.port,
    dns2.port,
    registry.port,
    web.http,
    web.https,
    ...mailPortNames.map((name) => mail[name]),
  ].filter((port) => port !== 0);

/**
 * Settings whose ports that are 0 are chosen: the preferred one, or with `anyPort` any, if it is free. `reserved` belong to
 * other installations, whether they are running or not.
 */
export async function choosePorts(
  settings: Settings,
  anyPort: boolean,
  reserved: readonly number[] = [],
): Promise<Settings> {
  const { panel, dns, dns2, registry, mail, web } = settings;
  const taken = [...portsIn(settings), ...reserved];
  const choose = async (current: number, preferred: number): Promise<number> => {
    if (current !== 0) return current;
    const port = await choosePort(anyPort ? 0 : preferred, host, taken);
    taken.push(port);
    return port;
  };
  const chosen = {
    ...settings,
    panel: { ...panel, port: await choose(panel.port, 8080) },
    dns: { ...dns, port: await choose(dns.port, 5301) },
    dns2: { ...dns2, port: await choose(dns2.port, 5302) },
    registry: { ...registry, port: await choose(registry.port, 5303) },
    mail: { ...mail },
    web: { ...web, http: await choose(web.http, 8090), https: await choose(web.https, 8490) },
  };
  for (const name of mailPortNames) chosen.mail[name] = await choose(mail[name], preferredMailPorts[name]);
  return chosen;
}

/** Settings of a home that has none yet. `panelPort` 0: any free one for all. */
export const chooseSettings = (
  panelPort: number | undefined,
  supervisor: Settings["supervisor"],
  reserved: readonly number[] = [],
): Promise<Settings> =>
  choosePorts(
    {
      panel: { address: host, port: panelPort ?? 0 },
      dns: { addresses: [host], port: 0 },
      dns2: { addresses: [host], port: 0 },
      registry: { addresses: [host], port: 0 },
      mail: mailSettings.parse({}),
      web: { addresses: [host], http: 0, https: 0 },
      trustedProxies: [],
      supervisor,
    },
    panelPort === 0,
    reserved,
  );
