import { parseHostName, parseIpv4, parseIpv6 } from "@atrio/contract";
import {
  type NameServer,
  type Platform,
  changePlatform,
  readPlatform,
} from "@atrio/server/features/platform/store.ts";
import { isIP } from "node:net";
import { type Arguments, type Command, expectWords } from "../command.ts";
import { asOperator } from "../database.ts";
import { UsageFailure } from "../failure.ts";
import { say, table } from "../terminal.ts";

function hostName(text: string, option: string): string {
  const parsed = parseHostName(text);
  if (!parsed.ok)
    throw new UsageFailure(`--${option} "${text}" is no host name.`, "Give one such as mail.example.org.");
  return parsed.value;
}

function address(text: string | undefined, option: string, parse: typeof parseIpv4): string | undefined {
  if (text === undefined) return undefined;
  const parsed = parse(text);
  if (!parsed.ok) throw new UsageFailure(`--${option} "${text}" is no such address.`);
  return parsed.value;
}

/** The second wall is a constraint of the column's. */
function spfOf(text: string | undefined): string | undefined {
  if (text === undefined || (/^v=spf1( [!-~]+)*$/.test(text) && text.length <= 255)) return text;
  throw new UsageFailure(`--spf "${text}" is no SPF record.`, 'Give one such as "v=spf1 a mx ~all".');
}

/** NAME, NAME=ADDRESS, NAME=ADDRESS#PORT; without an address the one from before. */
function nameServer(text: string, position: number, before: NameServer | undefined): NameServer {
  const [name = "", where] = text.split("=", 2);
  const [given, portText] = where?.split("#", 2) ?? [];
  const port = portText === undefined ? (given === undefined ? (before?.port ?? 53) : 53) : Number(portText);
  const found = given ?? before?.address;
  if (found === undefined || isIP(found) === 0 || !Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageFailure(
      `--name-server "${text}" says no address where the server can be asked.`,
      "Write NAME=ADDRESS or NAME=ADDRESS#PORT.",
    );
  return { position, name: hostName(name, "name-server"), address: found, port };
}

function wantedChange(args: Arguments, before: Platform): Partial<Platform> {
  const text = (name: string) => {
    const value = args.text(name);
    return value === undefined ? undefined : hostName(value, name);
  };
  const servers = args.texts("name-server");
  const hosts = args.texts("mail-host");
  const wanted = {
    hostmaster: text("hostmaster"),
    webIpv4: address(args.text("web-ipv4"), "web-ipv4", parseIpv4),
    webIpv6: address(args.text("web-ipv6"), "web-ipv6", parseIpv6),
    mailHosts: hosts.length > 0 ? hosts.map((host) => hostName(host, "mail-host")) : undefined,
    imapSslHost: text("imap-host"),
    smtpSslHost: text("smtp-host"),
    autoconfigHost: text("autoconfig-host"),
    spf: spfOf(args.text("spf")),
    nameServers:
      servers.length > 0
        ? servers.map((server, i) => nameServer(server, i + 1, before.nameServers[i]))
        : undefined,
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;

export const platformSet: Command = {
  summary: "Change what every zone is made from: name servers, addresses, mail hosts",
  usage: ["platform set [--name-server NAME[=ADDRESS[#PORT]]]… [--web-ipv4 ADDRESS] …"],
  help: `
  --name-server NAME[=ADDRESS[#PORT]]   each one in turn; ADDRESS is where the panel asks it what it shows
  --web-ipv4 ADDRESS, --web-ipv6 ADDRESS   the hosting's addresses
  --mail-host NAME                      each one in turn, best first
  --imap-host NAME, --smtp-host NAME    what mail programs are told
  --autoconfig-host NAME                where they are told it: a name of the panel's, with a certificate for it
  --spf TEXT                            which servers send customers' mail: "v=spf1 a mx ~all", with a relay also its include:
  --hostmaster NAME                     the mail address in SOA records, with a dot for @

Records that the panel keeps follow in every zone at once, those about mail programs and SPF as the worker comes to them.`,
  options: {
    "name-server": texts,
    "mail-host": texts,
    hostmaster: text,
    "web-ipv4": text,
    "web-ipv6": text,
    "imap-host": text,
    "smtp-host": text,
    "autoconfig-host": text,
    spf: text,
  },
  async run(args) {
    expectWords(args);
    await asOperator(args.home, async ({ db, change }) => {
      const wanted = wantedChange(args, await readPlatform({ db }));
      if (Object.keys(wanted).length === 0)
        throw new UsageFailure("Nothing was named to change.", "See: atrio platform set --help");
      await change((act) => changePlatform(act, wanted));
    });
    const slow = ["imap-host", "smtp-host", "autoconfig-host", "spf"].some(
      (name) => args.text(name) !== undefined,
    );
    say(slow ? "Changed. The worker is changing the zones now." : "Changed, in every zone.");
    return 0;
  },
};

export const platformShow: Command = {
  summary: "Show name servers, hosting addresses, mail hosts",
  usage: ["platform show [--json]"],
  help: "  --json   one JSON object, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    expectWords(args);
    const platform = await asOperator(args.home, ({ db }) => readPlatform({ db }));
    if (args.flag("json")) {
      say(JSON.stringify(platform, null, 2));
      return 0;
    }
    const { nameServers, mailHosts, ...rest } = platform;
    const servers = nameServers.map(({ position, name, address: at, port }) => [
      `name server ${position}`,
      `${name}, asked at ${at}#${port}`,
    ]);
    say(
      table([
        ...servers,
        ["mail hosts", mailHosts.join(", ")],
        ...Object.entries(rest).map(([key, value]) => [key, value ?? "–"]),
      ]),
    );
    return 0;
  },
};
