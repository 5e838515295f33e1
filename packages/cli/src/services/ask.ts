/** Asks each service whether it does its work: not whether a process is there. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type IncomingMessage, get as httpGet } from "node:http";
import { get as httpsGet } from "node:https";
import { connect, isIP } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openVault } from "@atrio/server/vault/client.ts";
import packet from "dns-packet";
import type { Client } from "pg";
import { withClient } from "../client.ts";
import { Failure, messageOf } from "../failure.ts";
import { ownerUrl } from "../install/database.ts";
import { serviceMark } from "../supervise/supervisor.ts";
import { wrongListener } from "../ports.ts";
import type { ProcessMark } from "../processes.ts";
import { type Listener, listeners } from "./listeners.ts";
import { logRemedy } from "./log-tail.ts";
import type { Plan } from "./plan.ts";
import type { ServiceName } from "./service.ts";
import { askAddress, hostPort, milterSocket, vaultSocket } from "./values.ts";
import { phpRun } from "./web-values.ts";

const answerMs = 2000;

export interface DnsServer {
  readonly address: string;
  readonly port: number;
}

export const dnsServers = ({ settings }: Plan): Record<"pdns" | "knot" | "registry", DnsServer> => ({
  pdns: { address: askAddress(settings.dns.addresses), port: settings.dns.port },
  knot: { address: askAddress(settings.dns2.addresses), port: settings.dns2.port },
  registry: { address: askAddress(settings.registry.addresses), port: settings.registry.port },
});

/** One question by UDP. Returns the decoded answer. */
export async function askDns(
  { address, port }: DnsServer,
  name: string,
  type: "SOA",
): Promise<packet.DecodedPacket> {
  const socket = createSocket(isIP(address) === 6 ? "udp6" : "udp4");
  const id = Math.floor(Math.random() * 65_536);
  try {
    // a connected socket is told when nobody listens
    socket.connect(port, address);
    await once(socket, "connect");
    socket.send(packet.encode({ type: "query", id, questions: [{ name, type }] }));
    const [bytes]: Buffer[] = await once(socket, "message", { signal: AbortSignal.timeout(answerMs) });
    if (!bytes) throw new Error("it does not answer");
    return packet.decode(bytes);
  } finally {
    socket.close();
  }
}

/** The serial of a zone at one server; undefined where the server does not know the zone. */
export async function askSerial(server: DnsServer, zone: string): Promise<number | undefined> {
  const { answers = [] } = await askDns(server, zone, "SOA");
  return answers
    .map((answer) => (answer.type === "SOA" ? answer.data.serial : undefined))
    .find((serial) => serial !== undefined);
}

export const catalogZone = "c1.catalog.atrio";

const ask = <T>(plan: Plan, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(ownerUrl(plan.home), answerMs, work);

/** A process without a listener is at work when it holds its connection to the database. */
async function askConnection(plan: Plan, application: string): Promise<void> {
  const { rowCount } = await ask(plan, (client) =>
    client.query("select from pg_stat_activity where application_name = $1", [application]),
  );
  if (rowCount === 0) throw new Error("it has no connection to the database");
}

/** The first words of a server that speaks first. */
async function askGreeting(host: string, port: number, begin: string): Promise<void> {
  const socket = connect({ host, port });
  try {
    const [bytes]: Buffer[] = await once(socket, "data", { signal: AbortSignal.timeout(answerMs) });
    const greeting = bytes?.toString().split("\r\n")[0] ?? "";
    if (!greeting.startsWith(begin)) throw new Error(`it answers "${greeting}"`);
  } finally {
    socket.destroy();
  }
}

/** A milter answers Postfix's first packet, which says what each can do, with the same (version 6). */
async function askMilter(path: string): Promise<void> {
  const socket = connect(path);
  try {
    socket.write(Buffer.from("0000000d4f00000006000001ff001fffff", "hex"));
    const [bytes]: Buffer[] = await once(socket, "data", { signal: AbortSignal.timeout(answerMs) });
    if (bytes?.toString("latin1", 4, 5) !== "O") throw new Error("it does not answer as a milter");
  } finally {
    socket.destroy();
  }
}

/** It takes connections. */
async function askSocket(path: string): Promise<void> {
  const socket = connect(path);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(answerMs) });
  } finally {
    socket.destroy();
  }
}

/** A name that is nobody's has no site. */
async function askSites({ settings: { web } }: Plan): Promise<void> {
  const options = { host: askAddress(web.addresses), port: web.http, headers: { host: "nobody.invalid" } };
  const request = httpGet({ ...options, signal: AbortSignal.timeout(answerMs) });
  const [reply]: IncomingMessage[] = await once(request, "response");
  request.destroy();
  if (reply?.statusCode !== 404) throw new Error(`it answers ${reply?.statusCode}`);
}

/** Its sign-in page has been in PHP and in the database, a file of nginx's has not. */
async function askWebmail({ settings: { mail } }: Plan, path = ""): Promise<void> {
  const get = mail.certificate ? httpsGet : httpGet;
  const options = { host: askAddress(mail.addresses), port: mail.webmail, path: `/${path}` };
  const request = get({ ...options, rejectUnauthorized: false, signal: AbortSignal.timeout(answerMs) });
  const [reply]: IncomingMessage[] = await once(request, "response");
  request.destroy();
  if (reply?.statusCode !== 200) throw new Error(`it answers ${reply?.statusCode}`);
}

/** Some zones of the database, the oldest and the newest among them. */
export async function sampleZones(plan: Plan): Promise<string[]> {
  const { rows } = await ask(plan, (client) =>
    client.query<{ name: string }>(
      `(select name from atrio.dns_zone order by id limit 2) union
       (select name from atrio.dns_zone order by id desc limit 2)`,
    ),
  );
  return rows.map(({ name }) => name);
}

/** It answers, and knows the zones there are; while the database is away nobody can say which those are. */
async function askSecondary(plan: Plan): Promise<void> {
  const { knot } = dnsServers(plan);
  await askDns(knot, catalogZone, "SOA");
  const zones = await sampleZones(plan).catch(() => []);
  const serials = await Promise.all(zones.map((zone) => askSerial(knot, zone)));
  const absent = zones.filter((_, i) => serials[i] === undefined);
  if (absent.length > 0) throw new Error(`it has not fetched ${absent.join(", ")} yet`);
}

/** It answers, and knows the first of the TLDs there are. */
async function askRegistry(plan: Plan): Promise<void> {
  const { rows } = await ask(plan, (client) =>
    client.query<{ name: string }>("select name from registry.tld order by id limit 1"),
  );
  const { registry } = dnsServers(plan);
  const [tld] = rows;
  if (!tld) await askDns(registry, "test", "SOA");
  else if ((await askSerial(registry, tld.name)) === undefined)
    throw new Error(`it does not know the TLD ${tld.name}`);
}

const questions: Readonly<Record<ServiceName, (plan: Plan) => Promise<unknown>>> = {
  postgres: (plan) => ask(plan, (client) => client.query("select 1")),
  vault: (plan) => openVault(vaultSocket(plan.home)).ping(),
  pdns: async (plan) => {
    if ((await askSerial(dnsServers(plan).pdns, catalogZone)) === undefined)
      throw new Error(`it does not know the zone ${catalogZone}`);
  },
  knot: askSecondary,
  registry: askRegistry,
  dovecot: ({ settings: { mail } }) => askGreeting(askAddress(mail.addresses), mail.imap, "* OK"),
  policyd: (plan) => askConnection(plan, "atrio-policyd"),
  rspamd: ({ home }) => askMilter(milterSocket(home)),
  postfix: ({ settings: { mail } }) => askGreeting(askAddress(mail.addresses), mail.smtp, "220 "),
  roundcube: askWebmail,
  nginx: (plan) => askWebmail(plan, "empty.html"),
  php: ({ home }) => askSocket(join(phpRun(home), "control.sock")),
  web: askSites,
  dnsd: (plan) => askConnection(plan, "atrio-dnsd"),
  mailer: (plan) => askConnection(plan, "atrio-mailer"),
  registrar: (plan) => askConnection(plan, "atrio-registrar"),
  weblog: (plan) => askConnection(plan, "atrio-weblog"),
  acme: (plan) => askConnection(plan, "atrio-acme"),
  worker: (plan) => askConnection(plan, "atrio-worker"),
  api: async (plan) => {
    const reply = await fetch(`${panelUrl(plan)}/api/config/get/`, { signal: AbortSignal.timeout(answerMs) });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`it answers ${reply.status}`);
  },
};

export const panelUrl = ({ settings: { panel } }: Plan): string =>
  `http://${hostPort(askAddress([panel.address]), panel.port)}`;

const byUdp: ReadonlySet<ServiceName> = new Set(["pdns", "knot", "registry"]);

/** Names the foreign program at a running service's port; undefined if the service itself holds it. */
export const foreignerAt = (
  { service, addresses, port }: Listener,
  { pid }: ProcessMark,
): string | undefined =>
  addresses
    .map((address) => wrongListener({ address, port, udp: byUdp.has(service) }, pid))
    .find((wrong) => wrong !== undefined);

/** An answer proves nothing while it may be another's: each socket at the service's ports must be the service's own. */
function findForeigner({ home, settings }: Plan, name: ServiceName): string | undefined {
  const mark = serviceMark(home, name);
  if (!mark) return "it is not running";
  return listeners(settings)
    .filter(({ service }) => service === name)
    .map((listener) => foreignerAt(listener, mark))
    .find((wrong) => wrong !== undefined);
}

/** What is wrong with the service; undefined when it answers. */
export async function askService(plan: Plan, name: ServiceName): Promise<string | undefined> {
  const foreigner = plan.names.includes(name) ? findForeigner(plan, name) : undefined;
  if (foreigner !== undefined) return foreigner;
  try {
    await questions[name](plan);
    return undefined;
  } catch (error) {
    return error instanceof Error && error.name === "AbortError"
      ? "it does not answer"
      : messageOf(error) || "it does not answer";
  }
}

export async function untilAnswers(plan: Plan, name: ServiceName, timeoutSeconds: number): Promise<void> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  for (;;) {
    const wrong = await askService(plan, name);
    if (wrong === undefined) return;
    if (Date.now() > deadline)
      throw new Failure(`${name} is not ready: ${wrong}`, logRemedy(plan.home, name));
    await sleep(60);
  }
}
