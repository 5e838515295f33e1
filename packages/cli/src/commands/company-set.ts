import { captchaProviders, paletteColors, parseHostName, surfaceColors } from "@atrio/contract";
import { email } from "@atrio/contract/input.ts";
import { type CompanyChange, changeCompany } from "@atrio/server/features/company/change.ts";
import { listCompanies } from "@atrio/server/features/company/store.ts";
import { emphasisMarksMax, textBytesMax, webAddress } from "@atrio/server/features/legal/html.ts";
import * as z from "zod/mini";
import { onOff, oneOf } from "../arguments.ts";
import { type Arguments, type Command, expectWords } from "../command.ts";
import { meaningOfNone, readSiteKey, sealSecret } from "../company/captcha.ts";
import { explain, readHost, requireCompany } from "../company/company.ts";
import { largestLogo, readLogo } from "../company/logo.ts";
import { privacyAddress, wantedTexts } from "../company/texts.ts";
import { asOperator } from "../database.ts";
import { Failure, UsageFailure } from "../failure.ts";
import { say } from "../terminal.ts";

export function readName(text: string, argument: string): string {
  const name = text.trim();
  if (name === "" || name.length > 80 || /\p{Cc}/u.test(name))
    throw new UsageFailure(`${argument} has from 1 to 80 characters, on one line.`);
  return name;
}

const named = (args: Arguments, option: string): string | undefined => {
  const text = args.text(option);
  return text === undefined ? undefined : readName(text, `--${option}`);
};

/** An empty word takes the value away. */
function optional(
  args: Arguments,
  option: string,
  read: (text: string) => string,
): string | null | undefined {
  const text = args.text(option);
  return text === undefined ? undefined : text === "" ? null : read(text);
}

function readMailAddress(text: string): string {
  const parsed = z.safeParse(email, text);
  if (!parsed.success) throw new UsageFailure(`--contact-address "${text}" is no mail address.`);
  return parsed.data;
}

function readWebsite(text: string): string {
  const address = webAddress(text);
  if (!address?.startsWith("https:") || address.length > 2000 || /["<>]/.test(address))
    throw new UsageFailure(
      `--website "${text}" is no https address.`,
      "Give one such as https://example.org.",
    );
  return address;
}

const readMailHost = (option: string) => (text: string) => {
  const parsed = parseHostName(text);
  if (!parsed.ok)
    throw new UsageFailure(`--${option} "${text}" is no host name.`, "Give one such as mail.example.org.");
  return parsed.value;
};

function wantedHosts(args: Arguments, option: string): string[] | undefined {
  const hosts = args.texts(option);
  return hosts.length === 0 ? undefined : hosts.map((host) => readHost(host, option));
}

function wantedChange(args: Arguments): CompanyChange {
  const wanted = {
    name: named(args, "name"),
    addHosts: wantedHosts(args, "host-add"),
    removeHosts: wantedHosts(args, "host-remove"),
    color: oneOf(args.text("color"), "color", paletteColors),
    surface: oneOf(args.text("surface"), "surface", surfaceColors),
    colorSelectable: onOff(args.text("color-selectable"), "color-selectable"),
    forceLanguage: onOff(args.text("force-language"), "force-language"),
    logo: readLogo(args.text("logo"), "logo"),
    logoMini: readLogo(args.text("logo-mini"), "logo-mini"),
    contactAddress: optional(args, "contact-address", readMailAddress),
    texts: wantedTexts(args),
    privacyUrl: privacyAddress(args.text("privacy-url")),
    website: optional(args, "website", readWebsite),
    imapSslHost: optional(args, "imap-host", readMailHost("imap-host")),
    smtpSslHost: optional(args, "smtp-host", readMailHost("smtp-host")),
    captchaProvider: oneOf(args.text("captcha"), "captcha", captchaProviders),
    captchaSiteKey: readSiteKey(args.text("captcha-site-key")),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const single = ["company", "name", "color", "surface", "color-selectable", "force-language", "logo"]
  .concat(["logo-mini", "contact-address", "legal-es", "legal-en", "privacy-es", "privacy-en"])
  .concat(["privacy-url", "website", "imap-host", "smtp-host", "captcha", "captcha-site-key"]);

export const companySet: Command = {
  summary: "Change a brand: name, hosts, colours, logos, texts, mail hosts, captcha",
  usage: ["company set [--company HOST|ID|NAME] [--name NAME] [--host-add HOST] [--color COLOR] …"],
  help: `
  --company HOST|ID|NAME        which one; else the default company
  --name NAME                   shown in titles, header and footer
  --host-add HOST               the panel answers at HOST, with this brand; may be repeated
  --host-remove HOST            the panel refuses HOST from now on; may be repeated
  --color COLOR                 ${paletteColors.slice(0, 11).join(", ")},
                                ${paletteColors.slice(11).join(", ")}
  --surface SURFACE             ${surfaceColors.join(", ")}
  --color-selectable on|off     whether users may choose a colour of their own
  --force-language on|off       whether calls may carry the language
  --logo FILE, --logo-mini FILE svg, png, webp or jpg, at most ${largestLogo / 1000} kB; "" for the product's own
  --contact-address ADDRESS     where contact messages go; "" keeps them stored
  --legal-es FILE, --legal-en FILE
                                legal notice and terms of use, in markdown, at most ${textBytesMax / 1000} kB
                                and ${emphasisMarksMax.toLocaleString("en")} * and _; "" for none
  --privacy-es FILE, --privacy-en FILE
                                privacy policy, in HTML (or markdown: FILE.md); its first heading is its title
  --privacy-url ADDRESS         where the policy is read instead, in a new window; "" for here
  --website ADDRESS             where the pages of parked domains lead, https://…; "" for nowhere
  --imap-host NAME, --smtp-host NAME
                                what mail programs are told; "" for the platform's
  --captcha PROVIDER            ${captchaProviders.join(", ")};
                                none is the embedded one (altcha) as long as another company has any
  --captcha-site-key KEY        the provider's public key
  --captcha-secret-stdin        read the provider's secret from standard input; the vault seals it

Texts are cleaned: scripts, styles, pictures and forms are taken out.`,
  options: {
    ...Object.fromEntries(single.map((name) => [name, text])),
    "host-add": texts,
    "host-remove": texts,
    "captcha-secret-stdin": { type: "boolean" },
  },
  async run(args) {
    expectWords(args);
    const wanted = wantedChange(args);
    const withSecret = args.flag("captcha-secret-stdin");
    if (Object.keys(wanted).length === 0 && !withSecret)
      throw new UsageFailure("Nothing was named to change.", "See: atrio company set --help");
    return asOperator(args.home, async (operator) => {
      const { id, name, hosts } = await requireCompany(operator, args.text("company"));
      const foreign = wanted.removeHosts?.find((host) => !hosts.includes(host));
      if (foreign !== undefined)
        throw new Failure(`${foreign} is no host name of ${name}.`, "Whose it is: atrio company list", 66);
      const sealed = withSecret ? { captchaSecretSealed: await sealSecret(args.home, id) } : {};
      await operator.change((act) => changeCompany(act, id, { ...wanted, ...sealed })).catch(explain);
      say(`${wanted.name ?? name} was changed. Open pages show it at once.`);
      if (wanted.captchaProvider === "none") say(meaningOfNone(await listCompanies(operator)));
      return 0;
    });
  },
};
