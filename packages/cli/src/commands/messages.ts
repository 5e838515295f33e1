import {
  type StoredMessage,
  findMessage,
  hurryMessages,
  listMessages,
  removeMessage,
  waitsFor,
} from "@atrio/server/features/message/operator.ts";
import { harmless, harmlessLines } from "@atrio/server/harmless.ts";
import { type Arguments, type Command, expectWord } from "../command.ts";
import { type Operator, asOperator } from "../database.ts";
import { Failure, UsageFailure } from "../failure.ts";
import { untilTried } from "../messages.ts";
import { say, table } from "../terminal.ts";
import { confirmed } from "./holding.ts";

const defaultLimit = "100";

const minutes = (date: Date): string => date.toISOString().slice(0, 16).replace("T", " ");

const state = (message: StoredMessage): string =>
  message.sentAt ? `sent ${minutes(message.sentAt)}` : `waits: ${harmless(waitsFor(message))}`;

const row = (message: StoredMessage): string[] => [
  String(message.id),
  minutes(message.createdAt),
  message.kind,
  harmless(`${message.username ?? ""} @ ${message.domain ?? ""}`),
  harmless(message.email ?? ""),
  harmless(message.subject ?? "–").slice(0, 40),
  state(message),
];

function readLimit(args: Arguments): number {
  const text = args.text("limit") ?? defaultLimit;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageFailure(`--limit ${text} is no number.`);
  return Number(text);
}

export const messages: Command = {
  summary: "List what customers wrote, newest first, and what waits and why",
  usage: ["messages [list] [--unsent] [--limit N] [--json]"],
  help: `
  --unsent    only those that wait
  --limit N   at most so many (default ${defaultLimit})
  --json      one JSON array, for programs

Times are UTC. Sent messages are kept for 90 days, unsent ones for ever.`,
  options: { unsent: { type: "boolean" }, limit: { type: "string" }, json: { type: "boolean" } },
  async run(args) {
    const [word, extra] = args.words;
    if ((word !== undefined && word !== "list") || extra !== undefined)
      throw new UsageFailure(`"${extra ?? word}" is not understood.`, "See: atrio messages --help");
    const asked = { unsent: args.flag("unsent"), limit: readLimit(args) };
    const found = await asOperator(args.home, ({ db }) => listMessages({ db }, asked));
    if (args.flag("json")) say(JSON.stringify(found, null, 2));
    else if (found.length === 0) say(asked.unsent ? "Nothing waits." : "There are no messages.");
    else say(table([["ID", "WRITTEN", "KIND", "USER", "EMAIL", "SUBJECT", "STATE"], ...found.map(row)]));
    return 0;
  },
};

function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageFailure(`ID "${text}" is no number of a message.`, "Look: atrio messages");
  return Number(text);
}

async function requireMessage({ db }: Operator, id: number): Promise<StoredMessage> {
  const message = await findMessage({ db }, id);
  if (!message) throw new Failure(`There is no message ${id}.`, "Look: atrio messages", 66);
  return message;
}

const shown = (value: string | number | Date | null): string =>
  value instanceof Date ? value.toISOString() : String(value ?? "–");

export const messagesShow: Command = {
  summary: "Show one message",
  usage: ["messages show ID [--json]"],
  help: "  --json   one JSON object, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    const id = readId(expectWord(args, "ID"));
    const message = await asOperator(args.home, (operator) => requireMessage(operator, id));
    if (args.flag("json")) {
      say(JSON.stringify(message, null, 2));
      return 0;
    }
    const { contents, ...facts } = message;
    say(table(Object.entries(facts).map(([key, value]) => [key, harmless(shown(value))])));
    say();
    say(harmlessLines(contents));
    return 0;
  },
};

export const messagesSend: Command = {
  summary: "Try now to send what waits, or one message",
  usage: ["messages send [ID]"],
  help: "Without ID all that wait are tried, and what becomes of them is seen in `atrio messages --unsent`.",
  async run(args) {
    if (args.words.length === 0) {
      const tried = await asOperator(args.home, ({ change }) =>
        change((act) => hurryMessages(act, undefined)),
      );
      say(tried === 0 ? "Nothing waits." : `${tried} ${tried === 1 ? "is" : "are"} tried now.`);
      return 0;
    }
    const id = readId(expectWord(args, "ID"));
    return asOperator(args.home, async (operator) => {
      const before = await requireMessage(operator, id);
      if (before.sentAt) {
        say(`It was sent ${minutes(before.sentAt)}.`);
        return 0;
      }
      await operator.change((act) => hurryMessages(act, id));
      const after = await untilTried(operator, before);
      say(after.sentAt ? `Sent to ${after.recipient}.` : `Not sent: ${harmless(waitsFor(after))}`);
      return after.sentAt ? 0 : 1;
    });
  },
};

export const messagesRemove: Command = {
  summary: "Remove a message for good, sent or not",
  usage: ["messages remove ID [--yes]"],
  help: `
Says which one and asks for its number; with --yes it asks nothing. One that waits is not sent any more.
The journal keeps that there was one, not what it said.`,
  options: { yes: { type: "boolean" } },
  async run(args) {
    const id = readId(expectWord(args, "ID"));
    return asOperator(args.home, async (operator) => {
      const message = await requireMessage(operator, id);
      say(row(message).join("  "));
      if (!args.flag("yes") && !(await confirmed(String(id), "number")))
        throw new Failure(
          "Nothing was removed.",
          `To remove it without being asked: atrio messages remove ${id} --yes`,
          1,
        );
      await operator.change((act) => removeMessage(act, id));
      say(`Message ${id} was removed.`);
      return 0;
    });
  },
};
