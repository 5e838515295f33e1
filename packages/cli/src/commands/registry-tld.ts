import { parseName } from "@atrio/contract";
import {
  type ListedTld,
  TldRefused,
  type TldSettings,
  addTld,
  listTlds,
  removeTld,
  setTld,
} from "@atrio/server/registry/local/operator-tld.ts";
import { onOff, oneOf } from "../arguments.ts";
import { type Arguments, type Command, expectWord, expectWords } from "../command.ts";
import { type Operator, asOperator } from "../database.ts";
import { Failure, UsageFailure } from "../failure.ts";
import type { Home } from "../home.ts";
import { say, table } from "../terminal.ts";

function readTld(args: Arguments): string {
  const typed = expectWord(args, "NAME").replace(/\.$/, "");
  const parsed = parseName(typed);
  if (!parsed.ok)
    throw new UsageFailure(
      `NAME "${typed}" cannot be a top-level domain.`,
      "Give one such as test or llaves.test.",
    );
  return parsed.value;
}

function count(text: string | undefined, option: string, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (number < least || number > most)
    throw new UsageFailure(`--${option} ${text} cannot be.`, `Give a number from ${least} to ${most}.`);
  return number;
}

function numbers(text: string | undefined, option: string, allowed: readonly number[]): number[] | undefined {
  if (text === undefined) return undefined;
  const found = text.split(",").map((part) => (/^\d+$/.test(part) ? Number(part) : -1));
  if (!found.every((number) => allowed.includes(number)))
    throw new UsageFailure(
      `--${option} ${text} is not understood.`,
      `Separate with commas, out of: ${allowed.join(",")}`,
    );
  return [...new Set(found)].toSorted((a, b) => a - b);
}

const roles = ["registrant", "admin", "billing", "tech"];
function readRoles(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const found = text === "" ? [] : text.split(",");
  if (!found.every((role) => roles.includes(role)))
    throw new UsageFailure(
      `--contacts ${text} is not understood.`,
      `Separate with commas, out of: ${roles.join(",")}`,
    );
  return roles.filter((role) => found.includes(role));
}

function readRange(text: string | undefined): { min?: number; max?: number } {
  if (text === undefined) return {};
  const [, min = "", max = ""] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (Number(min) < 1 || Number(max) > 13 || Number(min) > Number(max))
    throw new UsageFailure(
      `--name-servers ${text} is not understood.`,
      "Write LEAST-MOST, such as 2-7; 13 at most.",
    );
  return { min: Number(min), max: Number(max) };
}

/** RFC 4034 and its kin: what DS and DNSKEY records may name. */
const knownAlgorithms = [1, 2, 3, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16, 253, 254];
const knownDigests = [1, 2, 3, 4];

function readSettings(args: Arguments): TldSettings {
  const range = readRange(args.text("name-servers"));
  const settings: TldSettings = {
    mode: oneOf(args.text("mode"), "mode", ["ds", "key", "none"]),
    algorithms: numbers(args.text("algorithms"), "algorithms", knownAlgorithms),
    digest_types: numbers(args.text("digest-types"), "digest-types", knownDigests),
    flags: numbers(args.text("flags"), "flags", [256, 257]),
    max_sec_dns: count(args.text("max-ds"), "max-ds", 1, 13),
    min_name_servers: range.min,
    max_name_servers: range.max,
    glue_ipv4: oneOf(args.text("glue-ipv4"), "glue-ipv4", ["required", "optional"]),
    glue_ipv6: onOff(args.text("glue-ipv6"), "glue-ipv6"),
    max_hosts: count(args.text("max-hosts"), "max-hosts", 1, 1000),
    transfer_lock: onOff(args.text("transfer-lock"), "transfer-lock"),
    block: onOff(args.text("block"), "block"),
    privacy: onOff(args.text("privacy"), "privacy"),
    contact_roles: readRoles(args.text("contacts")),
    owner_change: oneOf(args.text("owner-change"), "owner-change", ["update", "trade", "none"]),
    auth_code: oneOf(args.text("auth-code"), "auth-code", ["generate", "none"]),
    ttl: count(args.text("ttl"), "ttl", 1, 86_400),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

const text = { type: "string" } as const;
const options = {
  mode: text,
  algorithms: text,
  "digest-types": text,
  flags: text,
  "max-ds": text,
  "name-servers": text,
  "glue-ipv4": text,
  "glue-ipv6": text,
  "max-hosts": text,
  "transfer-lock": text,
  block: text,
  privacy: text,
  contacts: text,
  "owner-change": text,
  "auth-code": text,
  ttl: text,
};
const optionHelp = `
  --mode ds|key|none           DNSSEC by DS data (default), by key data of which the registry makes the DS, or not
  --algorithms N,…  --digest-types N,…  --flags N,…   what those may name; --max-ds N how many a domain may have
  --name-servers LEAST-MOST    how many a domain has (2-7)
  --glue-ipv4 required|optional, --glue-ipv6 on|off, --max-hosts N   hosts below a domain
  --transfer-lock, --block, --privacy on|off   whether there is such a switch
  --contacts ROLE,…            of registrant,admin,billing,tech
  --owner-change update|trade|none   at once; when you approve it; never
  --auth-code generate|none    whether a domain can be moved by a code
  --ttl SECONDS                of NS, DS and glue (300)`;

async function asRegistry<T>(home: Home, work: (operator: Operator) => Promise<T>): Promise<T> {
  try {
    return await asOperator(home, work);
  } catch (error) {
    if (error instanceof TldRefused) throw new Failure(error.message, error.remedy, 65);
    throw error;
  }
}

export const registryTldAdd: Command = {
  summary: "Keep a top-level domain here: a registry and a signed zone of its own",
  usage: ["registry tld add NAME [--mode ds|key|none] …"],
  help: `
  NAME                         such as demo, or one label below another that is kept here: llaves.test
${optionHelp.slice(1)}

Domains have one label below NAME. The zone is served at once; \`registry tld list --json\` has the key that trust begins with.`,
  options,
  async run(args) {
    const name = readTld(args);
    const settings = readSettings(args);
    await asRegistry(args.home, ({ change }) => change((act) => addTld(act, { name, ...settings })));
    say(`${name} is kept here, signed. Next: atrio holding add example.${name} --domain`);
    return 0;
  },
};

export const registryTldSet: Command = {
  summary: "Change what may be asked under a top-level domain",
  usage: ["registry tld set NAME [--mode ds|key|none] …"],
  help: `${optionHelp}

What is not named stays as it is. Domains that there are keep what they have.`,
  options,
  async run(args) {
    const name = readTld(args);
    const settings = readSettings(args);
    if (Object.keys(settings).length === 0)
      throw new UsageFailure("Nothing was named to change.", "See: atrio registry tld set --help");
    await asRegistry(args.home, ({ change }) => change((act) => setTld(act, name, settings)));
    say(`${name} was changed.`);
    return 0;
  },
};

const row = (tld: ListedTld): string[] => [
  tld.name,
  String(tld.domains ?? 0),
  tld.mode,
  `${tld.min_name_servers}-${tld.max_name_servers}`,
  tld.owner_change,
  tld.public_key === null ? "no" : "yes",
];

export const registryTldList: Command = {
  summary: "List the top-level domains that are kept here",
  usage: ["registry tld list [--json]"],
  help: "  --json   one JSON array, for programs: all settings, and the public key of each zone (flags 257, algorithm 13)",
  options: { json: { type: "boolean" } },
  async run(args) {
    expectWords(args);
    const found = await asOperator(args.home, ({ db }) => listTlds({ db }));
    if (args.flag("json")) say(JSON.stringify(found, null, 2));
    else if (found.length === 0) say("There are none. Add one: atrio registry tld add test");
    else
      say(table([["TLD", "DOMAINS", "DNSSEC", "NAME SERVERS", "OWNER CHANGE", "SIGNED"], ...found.map(row)]));
    return 0;
  },
};

export const registryTldRemove: Command = {
  summary: "Keep a top-level domain no longer; only one without domains",
  usage: ["registry tld remove NAME"],
  help: "Refused while domains or another TLD are below it. Its zone is gone at once, its key with it.",
  async run(args) {
    const name = readTld(args);
    await asRegistry(args.home, ({ change }) => change((act) => removeTld(act, name)));
    say(`${name} is not kept here any more.`);
    return 0;
  },
};
