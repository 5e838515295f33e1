import type { Change } from "@atrio/server/db/handles.ts";
import { readCompanyOfService, setCompanyOfService } from "@atrio/server/features/company/of-service.ts";
import type { Company } from "@atrio/server/features/company/store.ts";
import type { Holding } from "@atrio/server/features/holding/store.ts";
import { type WebPhp, readWebPhp, setWebPhp } from "@atrio/server/features/service/operator.ts";
import {
  type WebLimits,
  readWebLimits,
  readWebUse,
  setWebLimits,
} from "@atrio/server/features/weblog/operator.ts";
import { domainName, quantity, size } from "../arguments.ts";
import { type Arguments, type Command, expectWord } from "../command.ts";
import { requireCompany } from "../company/company.ts";
import { type Operator, asOperator } from "../database.ts";
import { Failure, UsageFailure } from "../failure.ts";
import { requireKnown } from "../install/php.ts";
import { bytes, say, table } from "../terminal.ts";
import { requireHolding } from "./holding.ts";
import { phpFailure } from "./php.ts";

async function requireLimits({ db }: Operator, id: number, name: string): Promise<WebLimits> {
  const limits = await readWebLimits({ db }, id);
  if (!limits) throw new Failure(`${name} has no service.`, "Which have: atrio holding list", 66);
  return limits;
}

const limitOf = (text: string | undefined, option: string) => (text === "none" ? null : size(text, option));
const most = (limit: number | null) => (limit === null ? "no limit" : bytes(limit));

function mostFiles(text: string | undefined): number | undefined {
  const files = quantity(text, "files");
  if (files === 0) throw new UsageFailure("--files 0 leaves no file.", "Give 1, 2, 3…");
  return files;
}

function versionOf(text: string | undefined): string | undefined {
  if (text !== undefined) requireKnown(text);
  return text;
}
/** What of PHP was asked for. */
function wantedPhp(args: Arguments): Partial<WebPhp> {
  const typed = args.text("php");
  const version = typed === "default" ? null : versionOf(typed);
  const minimum = versionOf(args.text("php-minimum"));
  return { ...(version !== undefined && { version }), ...(minimum !== undefined && { minimum }) };
}
const companyOf = async (operator: Operator, named: string | undefined) =>
  named === undefined ? undefined : requireCompany(operator, named);

interface Wanted {
  readonly limits: Partial<WebLimits>;
  /** Null: the default one; undefined where it stays. */
  readonly company: Company | null | undefined;
  readonly php: Partial<WebPhp>;
}
/** All of it or nothing. */
async function setWeb(
  { change }: Operator,
  holding: Holding,
  { limits, company, php }: Wanted,
): Promise<void> {
  const acts = [
    ...(Object.keys(limits).length > 0 ? [(act: Change) => setWebLimits(act, holding, limits)] : []),
    ...(Object.keys(php).length > 0 ? [(act: Change) => setWebPhp(act, holding, php)] : []),
    ...(company === undefined ? [] : [(act: Change) => setCompanyOfService(act, holding, company)]),
  ];
  if (acts.length === 0) return;
  try {
    await change(async (act) => {
      for (const set of acts) await set(act);
    });
  } catch (error) {
    throw phpFailure(error);
  }
}
const phpWords = ({ version, minimum }: WebPhp) =>
  `${version ?? "the installation's"}; its customer may choose ${minimum} and later`;

export const web: Command = {
  summary: "Show or set what the sites of a service run and may use, and whose brand it is parked in",
  usage: [
    "web NAME [--php VERSION] [--php-minimum VERSION] [--space SIZE] [--traffic SIZE] [--files N] [--company HOST|ID|NAME] [--json]",
  ],
  help: `
  --php VERSION    one that is installed (atrio php list), such as 8.2; default is the installation's
  --php-minimum VERSION
                   the oldest that its customer may choose
  --space SIZE     of all its files: 500M, 10G, 1T; none takes the limit away
  --traffic SIZE   sent and received in a calendar month (UTC); none takes the limit away
  --files N        how many files and folders it may have: 2000000 where nothing else is said
  --company HOST|ID|NAME
                   the brand its parking page is in; "" for the default company's
  --json           one JSON object, for programs; sizes in bytes

In force at once; another PHP within seconds. Beyond its space or files a service's programs read and do not write; beyond its traffic its sites answer 503 until the month ends.`,
  options: {
    php: { type: "string" },
    "php-minimum": { type: "string" },
    space: { type: "string" },
    traffic: { type: "string" },
    files: { type: "string" },
    company: { type: "string" },
    json: { type: "boolean" },
  },
  async run(args) {
    const name = domainName(expectWord(args, "NAME"), "NAME");
    const all = {
      space: limitOf(args.text("space"), "space"),
      traffic: limitOf(args.text("traffic"), "traffic"),
      files: mostFiles(args.text("files")),
    };
    const limits = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const named = args.text("company");
    const php = wantedPhp(args);
    const shown = await asOperator(args.home, async (operator) => {
      const holding = await requireHolding(operator, name);
      await requireLimits(operator, holding.id, name);
      const company = named === "" ? null : await companyOf(operator, named);
      await setWeb(operator, holding, { limits, company, php });
      const { db } = operator;
      return {
        php: (await readWebPhp({ db }, holding.id)) ?? null,
        limits: await requireLimits(operator, holding.id, name),
        used: await readWebUse({ db }, holding.id),
        company: (await readCompanyOfService({ db }, holding.id))?.name ?? null,
      };
    });
    if (args.flag("json")) say(JSON.stringify(shown, null, 2));
    else
      say(
        table([
          ...(shown.php ? [["php", phpWords(shown.php)]] : []),
          ["space", `${most(shown.limits.space)}; ${bytes(shown.used.space)}`],
          ["files", `${shown.limits.files}; ${shown.used.files}`],
          ["traffic", `${most(shown.limits.traffic)} a month; ${bytes(shown.used.traffic)} in this one`],
          ["company", shown.company ?? "the default one"],
        ]),
      );
    return 0;
  },
};
