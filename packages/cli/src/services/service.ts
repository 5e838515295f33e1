/** What `up` starts, in the order in which it is started; stopped in the opposite order. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findProgram, isRoot } from "../machine.ts";

export const serviceNames = [
  "postgres",
  "vault",
  "pdns",
  "knot",
  "registry",
  "dovecot",
  "policyd",
  "rspamd",
  "postfix",
  "roundcube",
  "nginx",
  "dnsd",
  "mailer",
  "registrar",
  "weblog",
  "worker",
  "api",
] as const;
export type ServiceName = (typeof serviceNames)[number];

interface Service {
  readonly title: string;
  /** The account it runs as where `up` is root. */
  readonly account: string;
  /** The account its processes take on where it starts as root itself. */
  readonly processAccount?: string;
  /** Its files are ours: a change in them is a reason to start it again. */
  readonly ours: boolean;
  /** What is lost while it is down, and what goes on. */
  readonly whenDown: string;
}

export const services: Readonly<Record<ServiceName, Service>> = {
  postgres: {
    title: "PostgreSQL",
    account: "atrio-db",
    ours: false,
    whenDown: "The panel answers 503 and name server 1 SERVFAIL; name server 2 goes on.",
  },
  vault: {
    title: "vault",
    account: "atrio-vault",
    ours: true,
    whenDown: "Passwords cannot be shown and captcha services of others cannot be asked; all else goes on.",
  },
  pdns: {
    title: "PowerDNS, name server 1",
    account: "pdns",
    ours: false,
    whenDown: "Name server 2 answers alone and gets no changes.",
  },
  knot: {
    title: "Knot, name server 2",
    account: "knot",
    ours: false,
    whenDown: "Name server 1 answers alone.",
  },
  registry: {
    title: "PowerDNS, the registry's name server",
    account: "atrio-registry",
    ours: false,
    whenDown:
      "Top-level domains that are kept here do not resolve; changes to their domains are made all the same.",
  },
  dovecot: {
    title: "Dovecot, mailboxes",
    account: "atrio-mail",
    ours: false,
    whenDown: "Nobody reads or sends mail; what comes in waits in Postfix's queue, none is lost.",
  },
  policyd: {
    title: "policyd, what mail may go out",
    account: "atrio-policyd",
    ours: true,
    whenDown:
      "Mail that goes out is put off, never sent unsigned or without a limit; what has arrived can be read.",
  },
  rspamd: {
    title: "rspamd, spam filter and signatures",
    account: "_rspamd",
    ours: false,
    whenDown: "Mail waits at those who send it, none comes in unfiltered; what has arrived can be read.",
  },
  postfix: {
    title: "Postfix, mail in and out",
    account: "root",
    processAccount: "postfix",
    ours: false,
    whenDown: "Mail waits at those who send it; what has arrived can be read.",
  },
  roundcube: {
    title: "Roundcube, webmail",
    account: "atrio-webmail",
    ours: false,
    whenDown: "Nobody reads mail in the browser; mail programs go on.",
  },
  nginx: {
    title: "nginx, the webmail's server",
    account: "atrio-webmail",
    ours: false,
    whenDown: "Nobody reads mail in the browser; mail programs go on.",
  },
  dnsd: {
    title: "DNS listener",
    account: "atrio-dnsd",
    ours: true,
    whenDown:
      "Name server 2 learns of changes within minutes in place of at once; addresses behind ANAME stay as they are.",
  },
  mailer: {
    title: "mailer",
    account: "atrio-mailer",
    ours: true,
    whenDown: "Messages of customers wait in the database; none is lost.",
  },
  registrar: {
    title: "registrar",
    account: "atrio-registrar",
    ours: true,
    whenDown: "Changes of domains wait in the database, none is lost; what is registered goes on.",
  },
  weblog: {
    title: "weblog, traffic and errors of sites",
    account: "atrio-weblog",
    ours: true,
    whenDown: "Sites are served; their traffic is counted and their errors are shown when it is back.",
  },
  worker: {
    title: "worker",
    account: "root",
    ours: true,
    whenDown: "Jobs wait in the database; none is lost.",
  },
  api: { title: "panel", account: "atrio-api", ours: true, whenDown: "Nobody can sign in; DNS goes on." },
};

/** Those that services run as, root apart; what is not ours its Debian package makes. */
export const serviceAccounts: readonly string[] = [
  ...new Set(serviceNames.map((name) => services[name].processAccount ?? services[name].account)),
].filter((account) => account !== "root");

export interface Missing {
  readonly service: ServiceName;
  /** What cannot be done here without it. */
  readonly consequence: string;
  readonly reason: string;
  /** What to install, by Debian's names. */
  readonly packages: string;
  readonly remedy: string;
}

const hasPdnsBackend = (): boolean =>
  existsSync("/usr/lib") &&
  ["", ...readdirSync("/usr/lib").filter((name) => name.includes("-linux-gnu"))].some((directory) =>
    existsSync(join("/usr/lib", directory, "pdns/libgpgsqlbackend.so")),
  );

const installWith = (packages: string): string =>
  findProgram("apt-get")
    ? `As root: apt-get install --no-install-recommends ${packages}, then atrio up`
    : `Install ${packages} (Debian's names), then atrio up`;

/** Why PowerDNS cannot run here. */
function pdnsReason(): string | undefined {
  if (!findProgram("pdns_server")) return "pdns_server is not installed";
  return hasPdnsBackend() ? undefined : "PowerDNS has no PostgreSQL backend";
}

export const dovecotPackages = [
  "dovecot-core",
  "dovecot-imapd",
  "dovecot-lmtpd",
  "dovecot-managesieved",
  "dovecot-pgsql",
  "dovecot-sieve",
  "dovecot-submissiond",
];
export const postfixPackages = ["postfix", "postfix-pgsql", "rspamd"];

/** Each of Dovecot's packages brings one of these. */
const dovecotParts = [
  "imap",
  "lmtp",
  "managesieve",
  "submission",
  "modules/auth/libdriver_pgsql.so",
  "modules/lib90_sieve_plugin.so",
];

function dovecotReason(): string | undefined {
  if (!findProgram("dovecot")) return "dovecot is not installed";
  const absent = dovecotParts.find((part) => !existsSync(join("/usr/lib/dovecot", part)));
  return absent === undefined ? undefined : `Dovecot has no ${absent}`;
}

function postfixReason(): string | undefined {
  if (!findProgram("postfix")) return "postfix is not installed";
  if (!existsSync("/usr/lib/postfix/postfix-pgsql.so")) return "Postfix has no lookups in PostgreSQL";
  return findProgram("rspamd") ? undefined : "rspamd is not installed";
}

type Absent = Omit<Missing, "remedy"> & { readonly remedy?: string | undefined };

/** Another account is no matter of packages; nor can a home that is an ordinary user's become root's. */
const remedy = isRoot ? undefined : "As root: atrio up --home DIR, a new home";

/** Mail comes and goes as a whole: one without the other serves nobody. */
function missingMail(): Absent[] {
  const packages = [...dovecotPackages, ...postfixPackages].join(" ");
  const consequence = "Mailboxes can be edited; no mail comes in or goes out.";
  const reason = isRoot ? (dovecotReason() ?? postfixReason()) : "Postfix starts as root only";
  if (reason === undefined) return [];
  const parts = ["dovecot", "policyd", "rspamd", "postfix"] as const;
  return parts.map((service) => ({ service, reason, packages, consequence, remedy }));
}

export const webmailPackages = [
  "nginx",
  "php8.2-fpm",
  "php8.2-pgsql",
  "php8.2-zip",
  "roundcube-core",
  "roundcube-pgsql",
  "roundcube-plugins",
];

function webmailReason(): string | undefined {
  if (!findProgram("nginx")) return "nginx is not installed";
  if (!findProgram("php-fpm8.2")) return "php-fpm8.2 is not installed";
  const files = ["SQL/postgres.initial.sql", "index.php", "plugins/managesieve"];
  return files.every((file) => existsSync(join("/usr/share/roundcube", file)))
    ? undefined
    : "Roundcube is not installed";
}

/** The webmail is a client of Dovecot's. */
function missingWebmail(withoutMail: string | undefined): Absent[] {
  const reason = withoutMail ?? webmailReason();
  if (reason === undefined) return [];
  const packages = webmailPackages.join(" ");
  const consequence = services.roundcube.whenDown;
  const parts = ["roundcube", "nginx"] as const;
  return parts.map((service) => ({ service, reason, packages, consequence, remedy }));
}

/** The services this machine cannot run, each with the exact remedy. */
export function missingServices(): Missing[] {
  const absent: Absent[] = [];
  const reason = pdnsReason();
  const noDns = "Zones can be edited; no server answers with the changes.";
  if (reason !== undefined) {
    const packages = "pdns-server pdns-backend-pgsql";
    absent.push({ service: "pdns", reason, packages, consequence: noDns });
    absent.push({ service: "registry", reason, packages, consequence: services.registry.whenDown });
    absent.push({
      service: "dnsd",
      reason: "it serves PowerDNS, which is not there",
      packages,
      consequence: noDns,
    });
  }
  if (!findProgram("knotd"))
    absent.push({
      service: "knot",
      reason: "knotd is not installed",
      packages: "knot",
      consequence: reason === undefined ? services.knot.whenDown : noDns,
    });
  const mail = missingMail();
  absent.push(...mail, ...missingWebmail(mail[0]?.reason));
  return absent.map((missing) =>
    Object.assign(missing, { remedy: missing.remedy ?? installWith(missing.packages) }),
  );
}
