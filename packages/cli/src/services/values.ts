/** The values of the templates in stack/; each folder's README says which ones it uses. */
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { type Cluster, findBinaries, serverArguments } from "@atrio/server/db/postgres.ts";
import { connectionsOf, owner, roleNames } from "@atrio/server/db/roles.ts";
import type { Home } from "../home.ts";
import {
  type Account,
  accountName,
  callerAccount,
  checkout,
  findAccount,
  findProgram,
  isRoot,
} from "../machine.ts";
import type { Settings } from "../settings.ts";
import { libpqValues, parseDatabaseUrl } from "../install/database-url.ts";
import { readRelaySecret, readTsigSecret } from "../install/secrets.ts";
import { hashCertificate, webmailKey } from "../install/certificate.ts";
import { mailHostname } from "../mail-settings.ts";
import { loopback, portsOf } from "./listeners.ts";
import { type Plan, accountOf } from "./plan.ts";
import { type ServiceName, rolesOf, serviceNames, services } from "./service.ts";
import { webValues } from "./web-values.ts";

export type Values = Readonly<Record<string, string>>;

/** Small heaps: what a service needs at rest is below a fifth of this. */
const nodeFlags: Partial<Record<ServiceName, string>> = {
  vault: "--max-semi-space-size=1 --max-old-space-size=64",
  dovecot: "--max-semi-space-size=1 --max-old-space-size=64",
  policyd: "--max-semi-space-size=1 --max-old-space-size=64",
  dnsd: "--max-semi-space-size=2 --max-old-space-size=128",
  mailer: "--max-semi-space-size=1 --max-old-space-size=96",
  registrar: "--max-semi-space-size=1 --max-old-space-size=128",
  weblog: "--max-semi-space-size=4 --max-old-space-size=128",
  acme: "--max-semi-space-size=1 --max-old-space-size=128",
  worker: "--max-semi-space-size=1 --max-old-space-size=192",
  api: "--max-semi-space-size=4 --max-old-space-size=384",
};

const dropAll = ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"];
const keepBind = [
  "--inh-caps=-all,+net_bind_service",
  "--ambient-caps=-all,+net_bind_service",
  "--bounding-set=-all,+net_bind_service",
  "--no-new-privs",
];
/** A container may forbid setpriv to narrow the bounding set; the account alone must do there. */
const canDropBounding = (): boolean =>
  spawnSync("setpriv", [...dropAll, "true"], { stdio: "ignore" }).status === 0;
let droppable: boolean | undefined;

/** Who comes in at another service's socket does so as a member of that one's group. */
const sharedGroup: Partial<Record<ServiceName, ServiceName>> = {
  api: "vault",
  mailer: "vault",
  registrar: "vault",
  acme: "vault",
  dnsd: "pdns",
};

/** The words before a command that make it run as the service's account, in a process group of its own. */
function runAs(name: ServiceName, account: Account, settings: Settings, ownGroup = true): string {
  const group = ownGroup && settings.supervisor === "runit" ? ["chpst", "-P"] : [];
  if (!isRoot || account.uid === 0) return group.join(" ");
  droppable ??= canDropBounding();
  const bindsLow = portsOf(settings, name).some((port) => port < 1024);
  const rights = droppable ? (bindsLow ? keepBind : dropAll) : [];
  const also = sharedGroup[name];
  const groups = also === undefined ? "--clear-groups" : `--groups=${accountOf(also).gid}`;
  return [
    ...group,
    "setpriv",
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    groups,
    ...rights,
    "--",
  ].join(" ");
}

export const pgPort = 5432;

/** For `up`, commands, `pg_dump`, and the three that PostgreSQL keeps for superusers. */
const spareConnections = 20;

export function embeddedCluster({ home, names }: Pick<Plan, "home" | "names">): Cluster {
  const account = isRoot ? findAccount(services.postgres.account) : undefined;
  return {
    binaries: findBinaries(home.pg),
    dataDirectory: home.pg,
    socketDirectory: home.pgSocket,
    port: pgPort,
    owner: account ? { uid: account.uid, gid: account.gid } : null,
    access: peerMap(),
    maxConnections: connectionsOf(names.flatMap((name) => rolesOf[name])) + spareConnections,
    durable: true,
  };
}

/** Who may come in over the socket as which role. */
function peerMap(): [osUser: string, role: string][] {
  const all = ["atrio_admin", owner, ...roleNames];
  const caller = callerAccount().name;
  const own = all.map((role): [string, string] => [caller, role]);
  if (!isRoot) return own;
  const ofServices = serviceNames.flatMap((name) => {
    const account = accountName(services[name].processAccount ?? services[name].account);
    return rolesOf[name].map((role): [string, string] => [account, role]);
  });
  return [...own, ...ofServices.filter(([account]) => account !== caller)];
}

const bracket = (address: string): string => (address.includes(":") ? `[${address}]` : address);
export const hostPort = (address: string, port: number): string => `${bracket(address)}:${port}`;

/** Where a listener is asked from this machine: a wildcard is reached over loopback. */
export function askAddress(addresses: readonly string[]): string {
  const [first = "127.0.0.1"] = addresses;
  return first === "0.0.0.0" ? "127.0.0.1" : first === "::" ? "::1" : first;
}

function listenerValues(plan: Plan): Values {
  const { panel, dns, dns2, registry, trustedProxies, glue } = plan.settings;
  return {
    LISTEN_PANEL: hostPort(panel.address, panel.port),
    TRUSTED_PROXIES: trustedProxies.join(","),
    GLUE_ALLOW: glue?.allow.join(",") ?? "",
    LISTEN_DNS: dns.addresses.join(","),
    PDNS_PORT: String(dns.port),
    LISTEN_DNS2: `[${dns2.addresses.map((address) => `${address}@${dns2.port}`).join(", ")}]`,
    KNOT_PORT: String(dns2.port),
    LISTEN_REGISTRY: registry.addresses.join(","),
    REGISTRY_PORT: String(registry.port),
    PDNS_ADDRESS: askAddress(dns.addresses),
    NOTIFY: hostPort(askAddress(dns2.addresses), dns2.port),
    KNOT_ADDRESS: askAddress(dns2.addresses),
  };
}

function databaseValues(plan: Plan): Values {
  if (plan.databaseUrl !== undefined) {
    const url = parseDatabaseUrl(plan.databaseUrl);
    return {
      POSTGRES_COMMAND: "",
      PG_SOCKET: url.searchParams.get("host") ?? url.hostname,
      PG_PORT: url.searchParams.get("port") ?? (url.port || String(pgPort)),
      DATABASE: decodeURIComponent(url.pathname.slice(1)),
      ...libpqValues(plan.home, url),
    };
  }
  return {
    POSTGRES_COMMAND: plan.names.includes("postgres") ? serverArguments(embeddedCluster(plan)).join(" ") : "",
    PG_SOCKET: plan.home.pgSocket,
    PG_PORT: String(pgPort),
    DATABASE: "atrio",
    // a Unix socket knows neither
    PG_SSLMODE: "prefer",
    PG_SSLROOTCERT: "",
  };
}

function mailValues({ home, settings: { mail }, names }: Plan): Values {
  const account = names.includes("dovecot") ? accountOf("dovecot") : undefined;
  const smtpServices = mail.addresses.map(
    (address) => `${hostPort(address, mail.smtp)} inet n - n - - smtpd -o max_use=1`,
  );
  return {
    LISTEN_MAIL: mail.addresses.join(" "),
    SMTP: names.includes("postfix") ? hostPort(askAddress(mail.addresses), mail.smtp) : "",
    SMTP_SERVICES: smtpServices.join("\n"),
    SUBMISSION_PORT: String(mail.submission),
    SUBMISSIONS_PORT: String(mail.submissions),
    IMAP_PORT: String(mail.imap),
    IMAPS_PORT: String(mail.imaps),
    SIEVE_PORT: String(mail.sieve),
    RELAY: hostPort(loopback, mail.relay),
    RELAY_PORT: String(mail.relay),
    RELAYHOST: mail.relayhost ?? "",
    RELAY_SECRET: account ? readRelaySecret(home) : "",
    MAIL_HOSTNAME: mailHostname(mail),
    MAIL_USER: account?.name ?? "",
    MAIL_GROUP: account?.name ?? "",
    MAIL_SOCKETS: mailSockets(home),
    POLICYD_SOCKET: policydSocket(home),
    MILTER_SOCKET: milterSocket(home),
    RSPAMD: findProgram("rspamd") ?? "rspamd",
    CERTIFICATE_HASH: account ? hashCertificate(home) : "",
    DOVECOT: findProgram("dovecot") ?? "dovecot",
    DOVECOT_RUN: dovecotSockets(home),
    POSTFIX: findProgram("postfix") ?? "postfix",
    POSTFIX_USER: accountName("postfix"),
    POSTFIX_CONFIG: names.includes("postfix") ? join(home.etc, "postfix") : "",
  };
}

/** Where browsers find it; empty where this installation has none. */
function webmailUrl({ settings: { mail }, names }: Plan): string {
  if (!names.includes("nginx")) return "";
  const address = askAddress(mail.addresses);
  // a certificate is for names
  const own = mail.certificate
    ? `https://${hostPort(mail.hostname ?? address, mail.webmail)}/`
    : `http://${hostPort(address, mail.webmail)}/`;
  return mail.webmailUrl ?? own;
}

const nginxLines = (all: readonly string[]): string => all.map((line) => `    ${line};`).join("\n");

function webmailValues(plan: Plan): Values {
  const { home } = plan;
  const { mail, trustedProxies } = plan.settings;
  const host = askAddress(mail.addresses);
  const tls = [
    `ssl_certificate ${home.tls}/cert.pem`,
    `ssl_certificate_key ${webmailKey(home)}`,
    // plain HTTP at this port
    "error_page 497 =301 https://$http_host$request_uri",
  ];
  const url = webmailUrl(plan);
  return {
    WEBMAIL: join(home.run, "webmail"),
    WEBMAIL_URL: url,
    WEBMAIL_HTTPS: url.startsWith("https:") ? "on" : "",
    WEBMAIL_LISTEN: nginxLines([
      ...mail.addresses.map(
        (address) => `listen ${hostPort(address, mail.webmail)}${mail.certificate ? " ssl" : ""}`,
      ),
      ...(mail.certificate ? tls : []),
    ]),
    WEBMAIL_TRUSTED: nginxLines([
      ...trustedProxies.map((proxy) => `set_real_ip_from ${proxy}`),
      ...(trustedProxies.length > 0 ? ["real_ip_header X-Forwarded-For", "real_ip_recursive on"] : []),
    ]),
    WEBMAIL_SIGN_IN: webmailSignIn(home),
    IMAP: hostPort(host, mail.imap),
    SUBMISSION: hostPort(host, mail.submission),
    SIEVE: hostPort(host, mail.sieve),
    NGINX: findProgram("nginx") ?? "nginx",
    PHP_FPM: findProgram("php-fpm8.2") ?? "php-fpm8.2",
  };
}

export function serviceValues(plan: Plan, name: ServiceName, account: Account): Values {
  const { home, settings } = plan;
  const node = realpathSync(process.execPath);
  return {
    ...listenerValues(plan),
    ...databaseValues(plan),
    ...mailValues(plan),
    ...webmailValues(plan),
    ...webValues(plan),
    WEB_AS: plan.names.includes("web") ? runAs("web", accountOf("web"), settings, false) : "",
    HOME: home.root,
    APP: checkout,
    SECRETS: home.secrets,
    MARKS: home.marks,
    SERVICE: name,
    SV: join(home.sv, name),
    LOG: join(home.log, name),
    STOP_SIGNAL: name === "postgres" ? "INT" : "TERM",
    NODE: [node, nodeFlags[name], "--disable-warning=ExperimentalWarning"].filter(Boolean).join(" "),
    AS: runAs(name, account, settings),
    VAULT_SOCKET: vaultSocket(home),
    PDNS_CONTROL: join(home.run, "pdns/pdns.controlsocket"),
    PDNS_SERVER: findProgram("pdns_server") ?? "pdns_server",
    KNOTD: findProgram("knotd") ?? "knotd",
    KNOT_RUN: join(home.run, "knot"),
    PDNS_RUN: join(home.run, "pdns"),
    REGISTRY_RUN: join(home.run, "registry"),
    TSIG_SECRET: readTsigSecret(home),
  };
}

/** Where Postfix comes in at Dovecot. */
export const mailSockets = (home: Home): string => join(home.run, "mail");
/** Within what is closed to others: Dovecot opens it, and some of its sockets, to all. */
export const dovecotSockets = (home: Home): string => join(mailSockets(home), "dovecot");

/** Where the webmail asks Dovecot about its visitors' passwords. */
export const webmailSignIn = (home: Home): string => join(home.run, "webmail-sign-in");

/** Where rspamd comes in at policyd. */
export const policydSocket = (home: Home): string => join(home.run, "policyd/policyd.sock");
export const milterSocket = (home: Home): string => join(home.run, "rspamd/milter.sock");

export const vaultSocket = (home: Home): string => join(home.run, "vault/vault.sock");
