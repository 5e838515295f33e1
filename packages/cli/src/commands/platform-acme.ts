import { isIP } from "node:net";
import { email } from "@atrio/contract/input.ts";
import { termsOf } from "@atrio/server/acme/terms.ts";
import {
  type Acme,
  countCertificates,
  listWaiting,
  readAcme,
  removeAcme,
  setAcme,
} from "@atrio/server/features/certificate/operator.ts";
import { harmless } from "@atrio/server/harmless.ts";
import { translate } from "@atrio/server/http/language.ts";
import * as z from "zod/mini";
import { type Arguments, type Command, expectWords } from "../command.ts";
import { asOperator } from "../database.ts";
import { Failure, UsageFailure, messageOf } from "../failure.ts";
import { say, table } from "../terminal.ts";
import { readCertificates } from "./certificates-file.ts";

const letsEncrypt = "https://acme-v02.api.letsencrypt.org/directory";
const shownAtMost = 100;

function readDirectory(text: string): string {
  if (URL.canParse(text) && text.startsWith("https://")) return new URL(text).href;
  throw new UsageFailure(`--directory "${text}" is no https address.`);
}

function readContact(text: string | undefined): string {
  if (text === undefined)
    throw new UsageFailure("--contact is missing.", "Name whom the authority writes to: --contact ADDRESS");
  const parsed = z.safeParse(email, text);
  if (!parsed.success) throw new UsageFailure(`--contact "${text}" is no mail address.`);
  return parsed.data;
}

/** ADDRESS or ADDRESS#PORT, as name servers are named; kept as Node takes it. */
function readResolver(text: string): string {
  const [address = "", port = "53"] = text.split("#", 2);
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
  if (isIP(address) === 0 || !isPort)
    throw new UsageFailure(`--resolver "${text}" is no address.`, "Write ADDRESS or ADDRESS#PORT.");
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

function wantedAcme(args: Arguments, before: Acme | undefined): Acme {
  const [directory, ca] = [args.text("directory"), args.text("ca-file")];
  const resolvers = args.texts("resolver");
  const isSystem = resolvers.length === 1 && resolvers[0] === "";
  return {
    directory: directory === undefined ? (before?.directory ?? letsEncrypt) : readDirectory(directory),
    contact: readContact(args.text("contact") ?? before?.contact),
    ca: ca === undefined ? (before?.ca ?? null) : readCertificates(ca),
    resolvers:
      resolvers.length === 0 ? (before?.resolvers ?? []) : isSystem ? [] : resolvers.map(readResolver),
  };
}

async function requireTerms({ directory, ca }: Acme, accepted: boolean): Promise<void> {
  const terms = await termsOf(directory, ca).catch((error: unknown) => {
    throw new Failure(
      `The authority at ${directory} cannot be reached: ${messageOf(error)}`,
      "Where its certificate is not one of the public ones: --ca-file FILE",
      69,
    );
  });
  if (accepted) return;
  throw new UsageFailure(
    `Certificates are issued on the authority's terms${terms === undefined ? "" : `: ${harmless(terms)}`}`,
    "When you agree to them: --accept-terms",
  );
}

const text = { type: "string" } as const;

export const acmeOn: Command = {
  summary: "Order certificates for the names of customers, and renew them",
  usage: ["platform acme on --contact ADDRESS --accept-terms [--directory URL] …"],
  help: `
  --contact ADDRESS          whom the authority writes to
  --accept-terms             you agree to the authority's terms; without it they are named
  --directory URL            the authority, by its ACME directory; Let's Encrypt where none is named
  --ca-file FILE             trust these certificates (PEM) for it in place of the system's; "" for the system's
  --resolver ADDRESS[#PORT]  each one in turn: asked where names lead; "" for the system's

What is not named stays as it is. Sites get one as soon as their names lead here, within seconds; then names that
only redirect, then those that are parked.`,
  options: {
    contact: text,
    "accept-terms": { type: "boolean" },
    directory: text,
    "ca-file": text,
    resolver: { type: "string", multiple: true },
  },
  async run(args) {
    expectWords(args);
    await asOperator(args.home, async ({ db, change }) => {
      const before = await readAcme({ db });
      const wanted = wantedAcme(args, before);
      const isAccepted = before !== undefined && before.directory === wanted.directory;
      await requireTerms(wanted, isAccepted || args.flag("accept-terms"));
      await change((act) => setAcme(act, wanted));
    });
    say("On. What waits and why: atrio platform acme show");
    return 0;
  },
};

export const acmeShow: Command = {
  summary: "Show the authority, and names that wait for a certificate",
  usage: ["platform acme show [--json]"],
  help: "  --json   one JSON object, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    expectWords(args);
    const { acme, certificates, waiting } = await asOperator(args.home, async ({ db }) => ({
      acme: await readAcme({ db }),
      certificates: await countCertificates({ db }),
      waiting: await listWaiting({ db }, shownAtMost),
    }));
    const names = waiting.map(({ host, dueAt, fault }) => ({
      host,
      dueAt: dueAt.toISOString(),
      reason: fault === null ? null : translate("en", fault),
    }));
    if (args.flag("json")) {
      say(JSON.stringify({ acme: acme ?? null, certificates, waiting: names }, null, 2));
      return 0;
    }
    if (!acme) say("Off: no certificates are ordered. atrio platform acme on --help");
    else
      say(
        table([
          ["authority", acme.directory],
          ["account", acme.accountUrl ?? "not made yet; see atrio logs acme"],
          ["contact", acme.contact],
          ["resolvers", acme.resolvers.join(", ") || "the system's"],
          ["certificates in use", String(certificates)],
        ]),
      );
    if (acme && names.length > 0)
      say(
        table([
          ["waits", "until", "because"],
          ...names.map(({ host, dueAt, reason }) => [host, dueAt, harmless(reason ?? "–")]),
        ]),
      );
    return 0;
  },
};

export const acmeOff: Command = {
  summary: "Order and renew no certificates any more",
  usage: ["platform acme off"],
  help: "Those that names have stay until they expire; the account's key is forgotten.",
  async run(args) {
    expectWords(args);
    const removed = await asOperator(args.home, ({ change }) => change((act) => removeAcme(act)));
    say(removed ? "Off." : "It was off.");
    return 0;
  },
};
