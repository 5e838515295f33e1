import type { RoleName } from "@atrio/server/db/roles.ts";

/** What `up` starts, in the order in which it is started; stopped in the opposite order. */
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
  "php",
  "web",
  "dnsd",
  "mailer",
  "registrar",
  "weblog",
  "acme",
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
  php: {
    title: "PHP of customers' sites",
    account: "root",
    ours: true,
    whenDown: "Sites answer with their files and pages that say they are unavailable; no program runs.",
  },
  web: {
    title: "nginx, customers' sites",
    account: "atrio-web",
    ours: false,
    whenDown: "Nobody sees the sites of customers.",
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
  acme: {
    title: "acme, certificates of sites",
    account: "atrio-acme",
    ours: true,
    whenDown: "Certificates stay as they are; those to be ordered or renewed wait in the database.",
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

/** The roles of PostgreSQL that each service comes in as. */
export const rolesOf: Readonly<Record<ServiceName, readonly RoleName[]>> = {
  postgres: [],
  vault: [],
  pdns: ["pdns_ro"],
  knot: [],
  registry: ["registry_ro"],
  dovecot: ["dovecot_ro", "dovecot_usage"],
  policyd: ["atrio_policyd"],
  rspamd: [],
  postfix: ["postfix_ro"],
  roundcube: ["atrio_webmail"],
  nginx: [],
  php: [],
  web: [],
  dnsd: ["atrio_dnsd"],
  mailer: ["atrio_mailer"],
  registrar: ["atrio_registrar"],
  weblog: ["atrio_weblog"],
  acme: ["atrio_acme"],
  worker: ["atrio_worker"],
  api: ["atrio_api"],
};
