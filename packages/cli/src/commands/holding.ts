import { createInterface } from "node:readline/promises";
import { setCompanyOfService } from "@atrio/server/features/company/of-service.ts";
import {
  type Holding,
  ZoneRefused,
  addHolding,
  findHolding,
  holdingContents,
  listHoldings,
  removeHolding,
} from "@atrio/server/features/holding/store.ts";
import { UnknownTld, registerAgain } from "@atrio/server/features/holding/register.ts";
import { getPublicSuffix } from "tldts";
import { domainName, expiry } from "../arguments.ts";
import { type Command, expectWord, expectWords } from "../command.ts";
import { requireCompany } from "../company/company.ts";
import { type Registration, sayRegistered, untilRegistered } from "../registration.ts";
import { type Operator, asOperator } from "../database.ts";
import { Failure, UsageFailure, codeOf } from "../failure.ts";
import { say, table, warn } from "../terminal.ts";

/** How long somebody at a terminal waits for a registry. */
const registrationSeconds = 10;

function sayRegistration(domain: string, registration: Registration): void {
  if (registration.refusal === null) say(sayRegistered(registration));
  else
    warn(
      `The registry refused the domain: ${registration.refusal}\n  Its service works all the same. Another try: atrio holding register ${domain}`,
    );
}

const uniqueViolation = "23505";
const foreignKeyViolation = "23503";

function explainAdding(error: unknown, reference: string): never {
  if (codeOf(error) === uniqueViolation)
    throw new Failure(`${reference} is there already.`, "Look: atrio holding list", 65);
  if (error instanceof UnknownTld)
    throw new Failure(
      error.message,
      `Keep it here: atrio registry tld add ${error.tld}. Or leave the domain where it is and add its service only: atrio holding add ${reference} --hosting`,
      65,
    );
  if (error instanceof Error && "constraint" in error && error.constraint === "web_host_reserved")
    throw new Failure(
      `The platform itself answers to ${reference}, or to a name in it.`,
      "Which names those are: atrio platform show, atrio company list. Give them up first, or add the domain only: --domain",
      65,
    );
  if (error instanceof ZoneRefused) throw new Failure(error.message, error.remedy, 65);
  throw error;
}

/** Its zone would answer for the domains of everybody below it. */
function refusePublicSuffix(reference: string): void {
  if (getPublicSuffix(reference, { allowPrivateDomains: true }) !== reference) return;
  throw new Failure(
    `${reference} is a public suffix: people and companies register names below it.`,
    `If it is yours: atrio holding add ${reference} --force`,
    65,
  );
}

export const holdingAdd: Command = {
  summary: "Add a domain, a service, or both under one name",
  usage: [
    "holding add NAME [--domain] [--hosting | --parking] [--mail] [--expires DATE] [--company HOST|ID|NAME] [--force]",
  ],
  help: `
  NAME             such as example.org; names with accents may be typed as they are
  --domain         the domain is registered here, in a TLD that a registry has for us (atrio registry tld list)
  --hosting        a full hosting service, with its DNS zone
  --parking        a redirect-and-parking service, with its DNS zone
  --mail           mailboxes; only with --hosting
  --expires DATE   YYYY-MM-DD, for all of it (default: in a year)
  --company HOST|ID|NAME
                   the brand its parking page is in; else the default company's
  --force          also a public suffix such as co.uk, below which others register names

Without --domain, --hosting and --parking it is a domain with hosting.`,
  options: {
    domain: { type: "boolean" },
    hosting: { type: "boolean" },
    parking: { type: "boolean" },
    mail: { type: "boolean" },
    expires: { type: "string" },
    company: { type: "string" },
    force: { type: "boolean" },
  },
  async run(args) {
    const typed = expectWord(args, "NAME");
    const reference = domainName(typed, "NAME");
    if (!args.flag("force")) refusePublicSuffix(reference);
    if (args.flag("hosting") && args.flag("parking"))
      throw new UsageFailure("--hosting and --parking exclude each other.", "Give one of them.");
    const plain = !args.flag("domain") && !args.flag("hosting") && !args.flag("parking");
    const kind = args.flag("parking") ? "parking" : args.flag("hosting") || plain ? "hosting" : null;
    if (args.flag("mail") && kind !== "hosting")
      throw new UsageFailure("--mail needs --hosting.", "Add --hosting, or leave --mail out.");
    const named = args.text("company");
    if (named !== undefined && kind === null)
      throw new UsageFailure("--company is about a service.", "Add --hosting or --parking.");
    const expiresAt = expiry(args.text("expires"));
    const wanted = {
      reference,
      domainExpiresAt: args.flag("domain") || plain ? expiresAt : null,
      serviceKind: kind,
      serviceExpiresAt: kind === null ? null : expiresAt,
      hasMail: args.flag("mail"),
    } as const;
    const registration = await asOperator(args.home, async (operator) => {
      const company = named === undefined ? null : await requireCompany(operator, named);
      await operator
        .change(async (act) => {
          const id = await addHolding(act, wanted);
          if (company) await setCompanyOfService(act, { id, reference }, company);
        })
        .catch((error: unknown) => explainAdding(error, reference));
      return wanted.domainExpiresAt && (await untilRegistered(operator, reference, registrationSeconds));
    });
    say(`${reference} was added${kind ? ", with its DNS zone" : ""}.`);
    if (registration) sayRegistration(reference, registration);
    say(`Next: atrio user add ${reference} USERNAME`);
    return registration?.refusal ? 1 : 0;
  },
};

export const holdingRegister: Command = {
  summary: "Register a domain whose registration the registry refused or cancelled",
  usage: ["holding register NAME"],
  help: "Asks the registry once more, for the operator's account. Its service, users and zone stay as they are.",
  async run(args) {
    const reference = domainName(expectWord(args, "NAME"), "NAME");
    const registration = await asOperator(args.home, async (operator) => {
      const { id } = await requireHolding(operator, reference);
      const isOrdered = await operator
        .change((act) => registerAgain(act, id, reference))
        .catch((error: unknown) => {
          if (codeOf(error) !== uniqueViolation) throw error;
          throw new Failure(
            `${reference} is being registered already.`,
            "How it stands: atrio logs registrar",
            65,
          );
        });
      if (!isOrdered)
        throw new Failure(
          `No registration of ${reference} was refused or cancelled.`,
          `How it stands: atrio registry domain show ${reference}`,
          65,
        );
      return untilRegistered(operator, reference, registrationSeconds);
    });
    sayRegistration(reference, registration);
    return registration.refusal === null ? 0 : 1;
  },
};

const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? "–";

export const holdingList: Command = {
  summary: "List all domains and services",
  usage: ["holding list [--json]"],
  help: "  --json   one JSON array, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    expectWords(args);
    const found = await asOperator(args.home, ({ db }) => listHoldings({ db }));
    if (args.flag("json")) say(JSON.stringify(found, null, 2));
    else if (found.length === 0) say("There are none. Add one: atrio holding add example.org --hosting");
    else
      say(
        table([
          ["ID", "NAME", "DOMAIN UNTIL", "SERVICE", "UNTIL", "MAIL"],
          ...found.map((h) => [
            String(h.id),
            h.reference,
            day(h.domainExpiresAt),
            h.serviceKind ?? "–",
            day(h.serviceExpiresAt),
            h.hasMail ? "yes" : "no",
          ]),
        ]),
      );
    return 0;
  },
};

export async function requireHolding({ db }: Operator, reference: string): Promise<Holding> {
  const holding = await findHolding({ db }, reference);
  if (!holding) throw new Failure(`There is no ${reference}.`, "Look: atrio holding list", 66);
  return holding;
}

export async function confirmed(name: string, what = "name"): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`Type the ${what} to remove it: `)).trim() === name;
  } finally {
    terminal.close();
  }
}

export const holdingRemove: Command = {
  summary: "Remove a domain or service with all that belongs to it",
  usage: ["holding remove NAME [--yes]"],
  help: "Says what is lost and asks for the name; with --yes it asks nothing. The journal keeps what was done.",
  options: { yes: { type: "boolean" } },
  async run(args) {
    const typed = expectWord(args, "NAME");
    const reference = domainName(typed, "NAME");
    return asOperator(args.home, async (operator) => {
      const holding = await requireHolding(operator, reference);
      const { users, records, mailboxes } = await holdingContents({ db: operator.db }, holding.id);
      say(
        `With ${reference} go: its DNS zone with ${records} records, ${mailboxes} mailboxes with their mail, ${users} users who sign in with it, all permissions on it.${
          holding.domainExpiresAt ? " The domain itself is deleted at its registry." : ""
        }`,
      );
      if (!args.flag("yes") && !(await confirmed(reference)))
        throw new Failure(
          "Nothing was removed.",
          `To remove it without being asked: atrio holding remove ${reference} --yes`,
          1,
        );
      try {
        await operator.change((act) => removeHolding(act, holding));
      } catch (error) {
        if (codeOf(error) !== foreignKeyViolation) throw error;
        throw new Failure(
          `A domain is being transferred to a user of ${reference}. Nothing was removed.`,
          "Remove it when that has ended: atrio logs registrar",
          75,
        );
      }
      say(`${reference} was removed.`);
      return 0;
    });
  },
};
