/** What this machine cannot run, and what to install for it. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findProgram, isRoot } from "../machine.ts";
import { type ServiceName, services } from "./service.ts";

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

export const webPackages = [
  "acl",
  "apache2-bin",
  "apache2-dev",
  "bubblewrap",
  "gcc",
  "nftables",
  "nginx",
  "php8.2-cli",
  "php8.2-curl",
  "php8.2-fpm",
  "php8.2-gd",
  "php8.2-intl",
  "php8.2-mbstring",
  "php8.2-mysql",
  "php8.2-opcache",
  "php8.2-pgsql",
  "php8.2-sqlite3",
  "php8.2-xml",
  "php8.2-zip",
];

function webReason(): string | undefined {
  if (!isRoot) return "customers' sites need accounts of their own, and root to make them";
  if (!findProgram("perl")) return "perl is not installed";
  const programs = ["nginx", "php-fpm8.2", "apache2", "apxs", "gcc", "bwrap", "setfacl"];
  const absent = programs.find((program) => !findProgram(program));
  return absent === undefined ? undefined : `${absent} is not installed`;
}

/** Sites are files and programs: one without the other is half of a service. */
function missingWeb(): Absent[] {
  const reason = webReason();
  if (reason === undefined) return [];
  const packages = webPackages.join(" ");
  const consequence = "Sites can be edited; nobody sees them.";
  return (["php", "web", "weblog", "acme"] as const).map((service) => ({
    service,
    reason,
    packages,
    consequence,
    remedy,
  }));
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
  absent.push(...mail, ...missingWebmail(mail[0]?.reason), ...missingWeb());
  return absent.map((missing) =>
    Object.assign(missing, { remedy: missing.remedy ?? installWith(missing.packages) }),
  );
}
