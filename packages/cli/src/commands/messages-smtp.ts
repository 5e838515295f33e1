import { isIP } from "node:net";
import { text as readAll } from "node:stream/consumers";
import { parseHostName } from "@atrio/contract";
import { email } from "@atrio/contract/input.ts";
import { addTestMessage, removeTestMessage, waitsFor } from "@atrio/server/features/message/operator.ts";
import {
  type Smtp,
  type SmtpChange,
  passwordPlace,
  readSmtp,
  removeSmtp,
  securities,
  setSmtp,
} from "@atrio/server/features/message/smtp.ts";
import { harmless } from "@atrio/server/harmless.ts";
import { openVault } from "@atrio/server/vault/client.ts";
import * as z from "zod/mini";
import { oneOf } from "../arguments.ts";
import { type Arguments, type Command, expectWord, expectWords } from "../command.ts";
import { asOperator } from "../database.ts";
import { Failure, UsageFailure, messageOf } from "../failure.ts";
import type { Home } from "../home.ts";
import { untilTried } from "../messages.ts";
import { vaultSocket } from "../services/values.ts";
import { say, table } from "../terminal.ts";
import { readCertificates } from "./certificates-file.ts";

const usualPorts: Readonly<Record<string, number>> = { none: 25, starttls: 587, tls: 465 };

function readHost(text: string): string {
  const parsed = parseHostName(text);
  if (isIP(text) === 0 && text !== "localhost" && !parsed.ok)
    throw new UsageFailure(`--host "${text}" is no host name.`, "Give one such as smtp.example.org.");
  return parsed.ok ? parsed.value : text;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new UsageFailure(`--port ${text} is no port.`);
  return port;
}

function readAddress(text: string, argument: string): string {
  const parsed = z.safeParse(email, text);
  if (!parsed.success) throw new UsageFailure(`${argument} "${text}" is no mail address.`);
  return parsed.data;
}

const needed = (value: string | undefined, option: string): string => {
  if (value === undefined)
    throw new UsageFailure(`--${option} is missing.`, "The first time it takes --host and --from at least.");
  return value;
};

function wantedSmtp(args: Arguments, before: Smtp | undefined): Smtp {
  const [host, from, port, user, ca] = ["host", "from", "port", "user", "ca-file"].map((name) =>
    args.text(name),
  );
  const chosen = oneOf(args.text("security"), "security", securities);
  const security = chosen ?? before?.security ?? "starttls";
  const usualPort = usualPorts[security] ?? 0;
  return {
    host: host === undefined ? needed(before?.host, "host") : readHost(host),
    port: port === undefined ? ((chosen ? undefined : before?.port) ?? usualPort) : readPort(port),
    security,
    username: user === undefined ? (before?.username ?? null) : user || null,
    ca: ca === undefined ? (before?.ca ?? null) : readCertificates(ca),
    fromAddress: from === undefined ? needed(before?.fromAddress, "from") : readAddress(from, "--from"),
  };
}

const isLocal = (host: string): boolean => host === "localhost" || host === "::1" || host.startsWith("127.");

/** A password belongs to one user at one server: for another it is given anew. */
function requirePassword(wanted: Smtp, before: Smtp | undefined, given: boolean): void {
  const { username, security, host } = wanted;
  if (username === null) {
    if (given) throw new UsageFailure("--password-stdin belongs to a --user.");
    return;
  }
  if (!given && (username !== before?.username || host !== before.host))
    throw new UsageFailure(
      `The password of ${username} at ${host} is missing.`,
      "Pipe it in: --password-stdin < FILE",
    );
  if (security === "none" && !isLocal(host))
    throw new UsageFailure(
      "A password goes over the network by TLS only.",
      "Give --security starttls or tls, or leave the user out: --user ''",
    );
}

async function sealPassword(home: Home): Promise<Buffer> {
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, "");
  if (password === "") throw new UsageFailure("--password-stdin got nothing on standard input.");
  try {
    return await openVault(vaultSocket(home)).seal(passwordPlace, password);
  } catch (error) {
    throw new Failure(
      `The vault did not seal the password: ${messageOf(error)}`,
      "Its state: atrio status",
      69,
    );
  }
}

const text = { type: "string" } as const;

export const smtpSet: Command = {
  summary: "Set the server that takes what customers write",
  usage: [
    "messages smtp set --host HOST --from ADDRESS [--security SECURITY] [--user USER --password-stdin] …",
  ],
  help: `
  --host HOST, --port N   where it is; port 587, 465 or 25 by security where none is named
  --security SECURITY     starttls (default), tls or none; a certificate that is not right is refused
  --ca-file FILE          trust these certificates (PEM) in place of the system's; "" for the system's
  --user USER             sign in as; "" for nobody
  --password-stdin        read the password from standard input; the vault seals it
  --from ADDRESS          the sender of every message; answers go to the customer

What is not named stays as it is. Whatever waits is tried at once.`,
  options: {
    host: text,
    port: text,
    security: text,
    "ca-file": text,
    user: text,
    from: text,
    "password-stdin": { type: "boolean" },
  },
  async run(args) {
    expectWords(args);
    const given = args.flag("password-stdin");
    await asOperator(args.home, async ({ db, change }) => {
      const before = await readSmtp({ db });
      const wanted = wantedSmtp(args, before);
      requirePassword(wanted, before, given);
      const passwordSealed = given
        ? await sealPassword(args.home)
        : wanted.username === null
          ? null
          : undefined;
      const complete: SmtpChange = passwordSealed === undefined ? wanted : { ...wanted, passwordSealed };
      await change((act) => setSmtp(act, complete));
    });
    say("Set. See whether it takes a message: atrio messages smtp test ADDRESS");
    return 0;
  },
};

export const smtpShow: Command = {
  summary: "Show that server",
  usage: ["messages smtp show [--json]"],
  help: "  --json   one JSON object, for programs; null where none is set",
  options: { json: { type: "boolean" } },
  async run(args) {
    expectWords(args);
    const smtp = await asOperator(args.home, ({ db }) => readSmtp({ db }));
    if (args.flag("json")) say(JSON.stringify(smtp ?? null, null, 2));
    else if (!smtp)
      say("No SMTP server is set: messages are stored. Set one: atrio messages smtp set --help");
    else {
      const { ca, username, ...rest } = smtp;
      const rows = Object.entries(rest).map(([key, value]) => [key, String(value)]);
      say(
        table([
          ...rows,
          ["user", username ?? "–"],
          ["trusts", ca === null ? "the system's" : "its own certificates"],
        ]),
      );
    }
    return 0;
  },
};

export const smtpTest: Command = {
  summary: "Send a test message to an address",
  usage: ["messages smtp test ADDRESS"],
  help: "It goes the way of every message, by the mailer. The answer is that of the SMTP server.",
  async run(args) {
    const address = readAddress(expectWord(args, "ADDRESS"), "ADDRESS");
    return asOperator(args.home, async (operator) => {
      const contents = "This is a test of outgoing mail, sent by `atrio messages smtp test`.\n";
      const id = await operator.change((act) => addTestMessage(act, address, contents));
      try {
        const tried = await untilTried(operator, { id, attempts: 0, lastError: null });
        say(
          tried.sentAt
            ? `The server took a message for ${address}.`
            : `Not sent: ${harmless(waitsFor(tried))}`,
        );
        return tried.sentAt ? 0 : 1;
      } finally {
        await removeTestMessage(operator, id);
      }
    });
  },
};

export const smtpRemove: Command = {
  summary: "Send no more; messages stay stored",
  usage: ["messages smtp remove"],
  help: "The password goes with it. What waits goes on waiting.",
  async run(args) {
    expectWords(args);
    const removed = await asOperator(args.home, ({ change }) => change((act) => removeSmtp(act)));
    say(removed ? "Removed. Messages are stored from now on." : "No SMTP server was set.");
    return 0;
  },
};
