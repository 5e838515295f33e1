import { languages } from "@atrio/contract";
import { addCompany, removeCompany } from "@atrio/server/features/company/change.ts";
import {
  type Company,
  type CompanyTexts,
  listCompanies,
  readDefaultCompany,
  readTexts,
} from "@atrio/server/features/company/store.ts";
import { countWaiting } from "@atrio/server/features/message/operator.ts";
import { type Command, expectWord, expectWords } from "../command.ts";
import { explain, readHost, requireCompany } from "../company/company.ts";
import { asOperator } from "../database.ts";
import { Failure } from "../failure.ts";
import { say, table } from "../terminal.ts";
import { readName } from "./company-set.ts";
import { confirmed } from "./holding.ts";

const hostsOf = ({ hosts, isDefault }: Company): string =>
  [...hosts, ...(isDefault ? ["localhost, addresses of this machine"] : [])].join(", ") || "no host yet";

export const companyList: Command = {
  summary: "List the brands and the host names they answer to",
  usage: ["company list [--json]"],
  help: "  --json   an array of objects, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    expectWords(args);
    const companies = await asOperator(args.home, listCompanies);
    if (args.flag("json")) {
      say(JSON.stringify(companies, null, 2));
      return 0;
    }
    say(table(companies.map((company) => [String(company.id), company.name, hostsOf(company)])));
    return 0;
  },
};

export const companyAdd: Command = {
  summary: "Add a brand",
  usage: ["company add NAME [--host HOST]…"],
  help: `
  --host HOST   the panel shows this brand where it is reached by HOST; may be repeated

Everything else: atrio company set --company HOST …`,
  options: { host: { type: "string", multiple: true } },
  async run(args) {
    const name = readName(expectWord(args, "NAME"), "NAME");
    const hosts = args.texts("host").map((host) => readHost(host, "host"));
    return asOperator(args.home, async (operator) => {
      const same = (await listCompanies(operator)).find(
        (company) => company.name.toLowerCase() === name.toLowerCase(),
      );
      if (same) throw new Failure(`There is a company named ${same.name} already.`, undefined, 65);
      const id = await operator.change((act) => addCompany(act, name, hosts)).catch(explain);
      say(
        hosts.length > 0
          ? `${name} was added. The panel shows it at ${hosts.join(", ")} at once.`
          : `${name} was added. Name where it is shown: atrio company set --company ${id} --host-add HOST`,
      );
      return 0;
    });
  },
};

const textRows = (texts: CompanyTexts): string[][] =>
  languages.flatMap((language) => {
    const { legal, privacyTitle, privacyText } = texts[language];
    return [
      [`legal-${language}`, legal === "" ? "–" : `${legal.length} characters`],
      [`privacy-${language}`, privacyText === "" ? "–" : `${privacyTitle}, ${privacyText.length} characters`],
    ];
  });

const shown = (value: Company[keyof Company]): string => {
  const text = value === null ? "" : typeof value === "object" ? value.join(", ") : String(value);
  return text || "–";
};

export const companyShow: Command = {
  summary: "Show a brand",
  usage: ["company show [HOST|ID|NAME] [--json]"],
  help: `
  HOST|ID|NAME   which one; else the default company
  --json         one JSON object with its texts, for programs`,
  options: { json: { type: "boolean" } },
  async run(args) {
    const [typed] = args.words.length === 0 ? [] : expectWords(args, "HOST|ID|NAME");
    return asOperator(args.home, async (operator) => {
      const company = await requireCompany(operator, typed);
      const texts = await readTexts(operator, company.id);
      if (args.flag("json")) say(JSON.stringify({ ...company, texts }, null, 2));
      else
        say(
          table([
            ...Object.entries<Company[keyof Company]>({ ...company }).map(([key, value]) => [
              key,
              shown(value),
            ]),
            ...textRows(texts),
          ]),
        );
      return 0;
    });
  },
};

export const companyRemove: Command = {
  summary: "Remove a brand; the panel refuses its hosts then",
  usage: ["company remove HOST|ID|NAME [--yes]"],
  help: `
Says what is lost and asks for the name; with --yes it asks nothing. The journal keeps its values and texts.
The default company stays: the panel shows it at localhost and at addresses of this machine. Rename it: atrio company set --name NAME`,
  options: { yes: { type: "boolean" } },
  async run(args) {
    const typed = expectWord(args, "HOST|ID|NAME");
    return asOperator(args.home, async (operator) => {
      const company = await requireCompany(operator, typed);
      const fallback = await readDefaultCompany(operator);
      if (company.id === fallback.id)
        throw new Failure(
          `${company.name} is the default company and stays.`,
          "Make it another one: atrio company set --name NAME …",
          65,
        );
      const hosts = company.hosts.length > 0 ? `; the panel will refuse ${company.hosts.join(", ")}` : "";
      say(`With ${company.name} go: its logos, legal texts and privacy policy${hosts}.`);
      const waiting = await countWaiting(operator, company.id);
      if (waiting > 0)
        say(
          `${waiting === 1 ? "The message" : `The ${waiting} messages`} waiting for its address will go to ${fallback.name}'s.`,
        );
      if (!args.flag("yes") && !(await confirmed(company.name)))
        throw new Failure(
          "Nothing was removed.",
          `To remove it without being asked: atrio company remove ${company.id} --yes`,
          1,
        );
      await operator.change((act) => removeCompany(act, company));
      say(`${company.name} was removed. Open pages show it at once.`);
      return 0;
    });
  },
};
