/** The directories of a home, their modes and owners; its settings. */
import { existsSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { mapNames } from "@atrio/server/web/maps.ts";
import { patienceFile, patienceLine } from "@atrio/server/web/web-server.ts";
import { Failure } from "../failure.ts";
import { makeDirectory, updateFile } from "../files.ts";
import type { Home } from "../home.ts";
import { findAccount, isRoot } from "../machine.ts";
import { portHolder } from "../ports.ts";
import {
  type Settings,
  choosePorts,
  chooseSettings,
  portFault,
  portsIn,
  readSettings,
  writeSettings,
} from "../settings.ts";
import { foreignerAt } from "../services/ask.ts";
import { type Listener, listeners } from "../services/listeners.ts";
import type { Plan } from "../services/plan.ts";
import { services } from "../services/service.ts";
import {
  dovecotSockets,
  mailSockets,
  milterSocket,
  policydSocket,
  webmailSignIn,
} from "../services/values.ts";
import { acmeRun, phpRun, webRun } from "../services/web-values.ts";
import { hasRunit, serviceMark } from "../supervise/supervisor.ts";
import { reservePorts, reservedPorts, withMachineLock } from "./installations.ts";

const passable = 0o711;

/** The home itself, before anything is known about it. */
export function makeHome(home: Home): void {
  if (existsSync(home.root)) {
    const { uid } = statSync(home.root);
    if (uid !== process.getuid?.())
      throw new Failure(
        `${home.root} belongs to another user (uid ${uid}).`,
        "Run it as that user, or name another home: --home DIR",
        77,
      );
  }
  // the service accounts pass through; what each may read has its own mode
  makeDirectory(home.root, passable);
}

const own = (name: string) => (isRoot ? findAccount(name) : undefined);

/** The directories services write to; the accounts exist by now. */
export function makeDirectories(home: Home): void {
  makeDirectory(home.run, passable);
  makeDirectory(home.marks, 0o755);
  makeDirectory(home.etc, passable);
  makeDirectory(home.sv, 0o755);
  makeDirectory(home.service, 0o755);
  makeDirectory(home.log, 0o755);
  makeDirectory(join(home.run, "vault"), 0o711, own(services.vault.account));
  if (!isRoot || own("pdns")) {
    makeDirectory(join(home.run, "pdns"), 0o750, own("pdns"));
    makeDirectory(home.pdns, 0o750, own("pdns"));
  }
  makeDirectory(join(home.run, "registry"), 0o750, own(services.registry.account));
  if (!isRoot || own("postfix")) makeMailDirectories(home);
  makeWebmailDirectories(home);
  if (isRoot) makeWebDirectories(home);
  if (!isRoot || own("knot")) {
    makeDirectory(join(home.run, "knot"), 0o750, own("knot"));
    makeDirectory(home.knot, 0o750, own("knot"));
  }
}

/** Postfix makes its own at each start. Who comes in at whose socket is said by the group of the directory it lies in. */
function makeMailDirectories(home: Home): void {
  const dovecot = own(services.dovecot.account);
  const policyd = own(services.policyd.account);
  const rspamd = own(services.rspamd.account);
  const postfix = own("postfix");
  makeDirectory(home.mail, 0o700, dovecot);
  makeDirectory(mailSockets(home), 0o710, dovecot && postfix ? { ...dovecot, gid: postfix.gid } : undefined);
  makeDirectory(dovecotSockets(home), 0o755, dovecot);
  const webmail = own(services.roundcube.account);
  makeDirectory(
    webmailSignIn(home),
    0o710,
    dovecot && webmail ? { ...dovecot, gid: webmail.gid } : undefined,
  );
  makeDirectory(
    dirname(policydSocket(home)),
    0o710,
    policyd && rspamd ? { ...policyd, gid: rspamd.gid } : undefined,
  );
  makeDirectory(
    dirname(milterSocket(home)),
    0o710,
    rspamd && postfix ? { ...rspamd, gid: postfix.gid } : undefined,
  );
  makeDirectory(home.rspamd, 0o700, rspamd);
  makeDirectory(home.postfix, 0o755);
  makeDirectory(join(home.postfix, "queue"), 0o755);
  makeDirectory(join(home.postfix, "data"), 0o700, postfix);
}

/** Root's, but for what nginx writes: nothing in it is a customer's above the `home` and `tmp` of each service. */
function makeWebDirectories(home: Home): void {
  const account = own(services.web.account);
  makeDirectory(home.web, passable);
  for (const name of ["srv", "generations", "brands", "frames", "certificates", "php"])
    makeDirectory(join(home.web, name), name === "srv" ? passable : 0o755);
  makeDirectory(join(home.web, "temp"), 0o700, account);
  const reader = own(services.weblog.account);
  // what nginx makes in it is the reader's group's
  makeDirectory(
    join(home.web, "log"),
    0o2750,
    account && reader ? { ...account, gid: reader.gid } : undefined,
  );
  makeDirectory(webRun(home), 0o755, account);
  const acme = own(services.acme.account);
  makeDirectory(acmeRun(home), 0o710, acme && account ? { ...acme, gid: account.gid } : undefined);
  makeDirectory(phpRun(home), passable);
  makeFirstConfiguration(home);
}

/** nginx starts before the worker has said anything, or anything of a map that is new: it serves nobody by it yet. */
function makeFirstConfiguration(home: Home): void {
  const live = join(home.web, "live");
  if (!existsSync(live)) {
    const first = join(home.web, "generations/first");
    makeDirectory(first, 0o755);
    makeDirectory(join(first, "maps"), 0o755);
    rmSync(join(first, "nginx.conf"), { force: true });
    symlinkSync(join(home.etc, "web/nginx.conf"), join(first, "nginx.conf"));
    symlinkSync(first, live);
  }
  for (const map of mapNames.map((name) => join(live, "maps", `${name}.map`)))
    if (!existsSync(map)) updateFile(map, "\n", 0o644);
  const patience = join(live, patienceFile);
  if (!existsSync(patience)) updateFile(patience, patienceLine(0), 0o644);
}

/** Plugins are links that root makes. */
function makeWebmailDirectories(home: Home): void {
  const account = own(services.roundcube.account);
  makeDirectory(home.webmail, passable);
  makeDirectory(join(home.webmail, "plugins"), 0o755);
  makeDirectory(join(home.webmail, "temp"), 0o700, account);
  makeDirectory(join(home.webmail, "nginx"), 0o700, account);
  makeDirectory(join(home.run, "webmail"), 0o700, account);
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535))
    throw new Failure(`--port ${text} is no port.`, "Give a number from 0 (any free one) to 65535.", 64);
  return port;
}

/** The demo's name servers have addresses that are nobody's (RFC 5737, 3849). */
const documentationNetworks = ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"];

/** The settings of this home, whose ports no other installation of this machine is given. */
export const settle = (home: Home, portText: string | undefined, demo: boolean): Promise<Settings> =>
  withMachineLock(async () => {
    const settings = await chooseOrKeep(home, readPort(portText), demo);
    reservePorts(home, portsIn(settings));
    return settings;
  });

/** Made at the first `up`; `--port` wins over what is in the file, and is kept. */
async function chooseOrKeep(home: Home, port: number | undefined, demo: boolean): Promise<Settings> {
  const kept = readSettings(home);
  const reserved = reservedPorts(home);
  if (!kept) {
    const chosen = {
      ...(await chooseSettings(port, hasRunit() ? "runit" : "builtin", reserved)),
      ...(demo ? { glue: { allow: documentationNetworks } } : {}),
    };
    writeSettings(home, chosen);
    return chosen;
  }
  if (kept.supervisor === "runit" && !hasRunit())
    throw new Failure(
      "runit is not installed, and this home was made with it.",
      `apt-get install runit, or set "supervisor": "builtin" in ${home.settings}`,
      69,
    );
  const asked = { ...kept, panel: { ...kept.panel, port: port || kept.panel.port } };
  const settings = await choosePorts(asked, false, reserved);
  if (!isDeepStrictEqual(settings, kept)) writeSettings(home, settings);
  return settings;
}

/** Why a service cannot have a port, with the remedy. */
function refusal(home: Home, { service, port }: Listener, address: string, fault: string): Failure {
  const what = `Port ${port}, meant for ${services[service].title},`;
  const elsewhere =
    service === "api" ? "choose another: atrio up --port N" : `choose another port in ${home.settings}`;
  if (fault === "EADDRNOTAVAIL")
    return new Failure(
      `${what} cannot be opened: ${address} is no address of this machine.`,
      `Correct the address in ${home.settings}, or give it to the machine`,
      69,
    );
  if (fault === "EACCES")
    return new Failure(`${what} may be opened by root only.`, `Run it as root, or ${elsewhere}`, 77);
  return new Failure(
    `${what} is taken by ${portHolder(port) ?? "another process"} on ${address}.`,
    `End that, or ${elsewhere}`,
    69,
  );
}

const wildcards: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Refuses settings by which two services would listen at the same place. */
function requireApart(home: Home, all: readonly Listener[]): void {
  const places = all.flatMap(({ service, addresses, port }) =>
    addresses.map((address) => ({ service, address, port })),
  );
  for (const [i, { service, address, port }] of places.entries()) {
    const other = places
      .slice(0, i)
      .find(
        (place) =>
          place.port === port &&
          (place.address === address || wildcards.has(address) || wildcards.has(place.address)),
      );
    if (other)
      throw new Failure(
        `Port ${port} of ${address} is meant for ${services[other.service].title} and for ${services[service].title}.`,
        `Choose another for one of them in ${home.settings}`,
        78,
      );
  }
}

/** Each service has its ports already, or finds them free. */
export async function requirePorts({ home, settings, names }: Plan): Promise<void> {
  requireApart(home, listeners(settings));
  for (const listener of listeners(settings)) {
    const { service, addresses, port } = listener;
    const mark = serviceMark(home, service);
    if (!names.includes(service) || (mark && foreignerAt(listener, mark) === undefined)) continue;
    for (const address of addresses) {
      const fault = await portFault(port, address);
      if (fault !== undefined) throw refusal(home, listener, address, fault);
    }
  }
}
