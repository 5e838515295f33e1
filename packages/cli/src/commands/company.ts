import { readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { captchaProviders, paletteColors, surfaceColors } from "@atrio/contract";
import { type CompanyChange, type Logo, changeCompany } from "@atrio/server/features/company/change.ts";
import { readDefaultCompany } from "@atrio/server/features/company/store.ts";
import { openVault } from "@atrio/server/vault/client.ts";
import { onOff, oneOf } from "../arguments.ts";
import { type Arguments, type Command, expectWords } from "../command.ts";
import { type Operator, asOperator } from "../database.ts";
import { Failure, UsageFailure, codeOf, messageOf } from "../failure.ts";
import type { Home } from "../home.ts";
import { vaultSocket } from "../services/values.ts";
import { say, table } from "../terminal.ts";

const imageTypes: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
};
const largestLogo = 100_000;

/** An empty word takes the picture away. */
function readLogo(path: string | undefined, option: string): Logo | null | undefined {
  if (path === undefined) return undefined;
  if (path === "") return null;
  const type = imageTypes[extname(path).toLowerCase()];
  if (!type)
    throw new UsageFailure(
      `--${option} ${path} is no picture the panel shows.`,
      `One of: ${Object.keys(imageTypes).join(", ")}`,
    );
  try {
    if (statSync(path).size > largestLogo)
      throw new UsageFailure(
        `--${option} ${path} is too large.`,
        `At most ${largestLogo / 1000} kB; every page carries it.`,
      );
    return { mediaType: type, image: readFileSync(path) };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new UsageFailure(`--${option} ${path} cannot be read: ${messageOf(error)}`);
  }
}

function readName(text: string | undefined): string | undefined {
  if (text !== undefined && (text.trim() === "" || text.length > 80))
    throw new UsageFailure("--name has from 1 to 80 characters.");
  return text?.trim();
}

function wantedChange(args: Arguments): CompanyChange {
  const wanted = {
    name: readName(args.text("name")),
    color: oneOf(args.text("color"), "color", paletteColors),
    surface: oneOf(args.text("surface"), "surface", surfaceColors),
    colorSelectable: onOff(args.text("color-selectable"), "color-selectable"),
    forceLanguage: onOff(args.text("force-language"), "force-language"),
    logo: readLogo(args.text("logo"), "logo"),
    logoMini: readLogo(args.text("logo-mini"), "logo-mini"),
    captchaProvider: oneOf(args.text("captcha"), "captcha", captchaProviders),
    captchaSiteKey: args.text("captcha-site-key"),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

async function sealSecret(home: Home, { db }: Operator): Promise<Buffer> {
  const secret = (await readAll(process.stdin)).trim();
  if (secret === "")
    throw new UsageFailure(
      "--captcha-secret-stdin got nothing on standard input.",
      "Pipe the secret in: atrio company set --captcha-secret-stdin < FILE",
    );
  const { id } = await readDefaultCompany({ db });
  try {
    return await openVault(vaultSocket(home)).seal(
      { table: "company", row: id, field: "captcha_secret" },
      secret,
    );
  } catch (error) {
    throw new Failure(
      `The vault did not seal the secret: ${messageOf(error)}`,
      "Its state: atrio status",
      69,
    );
  }
}

export const companySet: Command = {
  summary: "Change the brand: name, colours, logos, language, captcha",
  usage: ["company set [--name NAME] [--color COLOR] [--surface SURFACE] [--logo FILE] …"],
  help: `
  --name NAME                   shown in titles, header and footer
  --color COLOR                 ${paletteColors.slice(0, 11).join(", ")},
                                ${paletteColors.slice(11).join(", ")}
  --surface SURFACE             ${surfaceColors.join(", ")}
  --color-selectable on|off     whether users may choose a colour of their own
  --force-language on|off       whether calls may carry the language
  --logo FILE, --logo-mini FILE svg, png, webp or jpg, at most ${largestLogo / 1000} kB; "" for the product's own
  --captcha PROVIDER            ${captchaProviders.join(", ")}
  --captcha-site-key KEY        the provider's public key
  --captcha-secret-stdin        read the provider's secret from standard input; the vault seals it`,
  options: {
    ...Object.fromEntries(
      [
        "name",
        "color",
        "surface",
        "color-selectable",
        "force-language",
        "logo",
        "logo-mini",
        "captcha",
        "captcha-site-key",
      ].map((name) => [name, { type: "string" } as const]),
    ),
    "captcha-secret-stdin": { type: "boolean" },
  },
  async run(args) {
    expectWords(args);
    const wanted = wantedChange(args);
    const withSecret = args.flag("captcha-secret-stdin");
    if (Object.keys(wanted).length === 0 && !withSecret)
      throw new UsageFailure("Nothing was named to change.", "See: atrio company set --help");
    await asOperator(args.home, async (operator) => {
      const sealed = withSecret ? { captchaSecretSealed: await sealSecret(args.home, operator) } : {};
      const { id } = await readDefaultCompany(operator);
      await operator.change((act) => changeCompany(act, id, { ...wanted, ...sealed }));
    });
    say("Changed. Pages that are open show it when they are loaded again.");
    return 0;
  },
};

const shorten = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 40)}… (${text.length} characters)` : text;

export const companyShow: Command = {
  summary: "Show the brand",
  usage: ["company show [--json]"],
  help: "  --json   one JSON object, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    expectWords(args);
    const company = await asOperator(args.home, readDefaultCompany);
    if (args.flag("json")) say(JSON.stringify(company, null, 2));
    else say(table(Object.entries(company).map(([key, value]) => [key, shorten(String(value))])));
    return 0;
  },
};
