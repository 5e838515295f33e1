import { setMailLimits } from "@atrio/server/features/mail/operator.ts";
import { type MailLimits, readLimits, readUse } from "@atrio/server/features/mail/service.ts";
import { DatabaseError } from "pg";
import { domainName, quantity, size } from "../arguments.ts";
import { type Arguments, type Command, expectWord } from "../command.ts";
import { type Operator, asOperator } from "../database.ts";
import { Failure } from "../failure.ts";
import { bytes, say, table } from "../terminal.ts";
import { requireHolding } from "./holding.ts";

const counted = (text: string | undefined, option: string) =>
  text === "none" ? null : quantity(text, option);

function wantedOf(args: Arguments): Partial<MailLimits> {
  const wanted = {
    quota: args.text("quota") === "none" ? null : size(args.text("quota"), "quota"),
    mailboxesMax: counted(args.text("mailboxes"), "mailboxes"),
    aliasesMax: counted(args.text("aliases"), "aliases"),
    recipientsPerHour: quantity(args.text("send-per-hour"), "send-per-hour"),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

async function requireLimits({ db }: Operator, id: number, name: string): Promise<MailLimits> {
  const limits = await readLimits({ db }, id);
  if (!limits) throw new Failure(`${name} has no mail.`, "Which have: atrio holding list", 66);
  return limits;
}

async function set(
  { change }: Operator,
  holding: { readonly id: number; readonly reference: string },
  wanted: Partial<MailLimits>,
): Promise<void> {
  try {
    await change((act) => setMailLimits(act, holding, wanted));
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint !== "mail_quota") throw error;
    throw new Failure(
      `Nothing was changed: the mailboxes of ${holding.reference} have more than that, or one of them has no limit.`,
      `What they have: atrio mail ${holding.reference}. It is made less in the panel.`,
      65,
    );
  }
}

const most = (limit: number | null, show: (value: number) => string = String) =>
  limit === null ? "no limit" : show(limit);

export const mail: Command = {
  summary: "Show or set what the mail of a service may use",
  usage: ["mail NAME [--quota SIZE] [--mailboxes N] [--aliases N] [--send-per-hour N] [--json]"],
  help: `
  --quota SIZE         of all mailboxes together: 500M, 10G, 1T; none takes the limit away
  --mailboxes N, --aliases N   how many there may be; none takes the limit away
  --send-per-hour N    recipients in each hour of the clock, and as many outside to whom its addresses send on; 0: nothing goes out
  --json               one JSON object, for programs; sizes in bytes

In force at once. What there is already stays, also above a new limit; the quota is never less than mailboxes have.`,
  options: {
    quota: { type: "string" },
    mailboxes: { type: "string" },
    aliases: { type: "string" },
    "send-per-hour": { type: "string" },
    json: { type: "boolean" },
  },
  async run(args) {
    const name = domainName(expectWord(args, "NAME"), "NAME");
    const wanted = wantedOf(args);
    const { limits, used } = await asOperator(args.home, async (operator) => {
      const holding = await requireHolding(operator, name);
      await requireLimits(operator, holding.id, name);
      if (Object.keys(wanted).length > 0) await set(operator, holding, wanted);
      const { db } = operator;
      return {
        limits: await requireLimits(operator, holding.id, name),
        used: await readUse({ db }, holding.id),
      };
    });
    if (args.flag("json")) {
      say(JSON.stringify({ limits, used }, null, 2));
      return 0;
    }
    say(
      table([
        ["quota", `${most(limits.quota, bytes)}; mailboxes have ${bytes(used.allotted)}`],
        ["mailboxes", `${most(limits.mailboxesMax)}; there are ${used.mailboxes}`],
        ["aliases", `${most(limits.aliasesMax)}; there are ${used.aliases}`],
        [
          "send per hour",
          `${limits.recipientsPerHour} recipients; ${used.recipientsThisHour} in this hour, ${used.forwardedThisHour} sent on`,
        ],
      ]),
    );
    return 0;
  },
};
