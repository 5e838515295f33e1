import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure } from "./failure.ts";
import { checkout } from "./machine.ts";

/** Where everything of one installation lies: docs/architecture.md. */
export interface Home {
  readonly root: string;
  readonly settings: string;
  readonly ready: string;
  /** Number of the installation whose accounts the files belong to. */
  readonly number: string;
  readonly secrets: string;
  readonly pg: string;
  readonly run: string;
  readonly pgSocket: string;
  readonly marks: string;
  readonly etc: string;
  readonly sv: string;
  readonly service: string;
  readonly log: string;
  readonly pdns: string;
  readonly knot: string;
  readonly tls: string;
  /** The folders of mailboxes, by number. */
  readonly mail: string;
  readonly postfix: string;
  readonly rspamd: string;
  readonly webmail: string;
  /** Customers' sites: their files, and what nginx and PHP are told of them. */
  readonly web: string;
}

// Templates put paths into shell scripts and three kinds of configuration file, none of which agree on quoting.
const plainPath = /^[\w./+:,-]+$/;
// sun_path holds 107 octets; the longest socket below the home is run/mail/dovecot/token-login/imap-urlauth.
const longestHome = 65;

export function openHome(directory: string | undefined): Home {
  const root = directory === undefined ? join(checkout, "var") : resolve(directory);
  for (const path of [root, checkout])
    if (!plainPath.test(path))
      throw new Failure(
        `The path ${path} has characters that daemons' configuration files cannot hold.`,
        "Use letters, digits and . _ - + only.",
      );
  if (root.length > longestHome)
    throw new Failure(
      `The path ${root} is too long for Unix sockets.`,
      `Give --home a path of at most ${longestHome} characters.`,
    );
  const run = join(root, "run");
  return {
    root,
    settings: join(root, "settings.json"),
    ready: join(root, "ready.json"),
    number: join(root, "number"),
    secrets: join(root, "secrets"),
    pg: join(root, "pg"),
    run,
    pgSocket: join(run, "pg"),
    marks: join(run, "marks"),
    etc: join(root, "etc"),
    sv: join(root, "sv"),
    service: join(root, "service"),
    log: join(root, "log"),
    pdns: join(root, "pdns"),
    knot: join(root, "knot"),
    tls: join(root, "tls"),
    mail: join(root, "mail"),
    postfix: join(root, "postfix"),
    rspamd: join(root, "rspamd"),
    webmail: join(root, "webmail"),
    web: join(root, "web"),
  };
}

/** 0 where there is none: a home that is new, or from before there were numbers. */
export function readNumber(home: Home): number {
  try {
    return Number.parseInt(readFileSync(home.number, "utf8"), 10) || 0;
  } catch {
    return 0;
  }
}
