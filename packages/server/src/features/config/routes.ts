import { type Config, languages } from "@atrio/contract";
import type { Handlers } from "../../http/handler.ts";
import { isRemote } from "../captcha/site-verify.ts";
import type { Company, CompanyReader } from "./company.ts";
import { hostOfAddress } from "./host.ts";

/** What everybody may know of a company; pages carry the same that the call answers. */
export function configOf(brand: Company, version: string): Config {
  return {
    company: brand.name,
    logo: brand.logo,
    logo_mini: brand.logoMini,
    themeConfig: {
      color: brand.color,
      surface: brand.surface,
      colorSelectable: brand.colorSelectable,
    },
    captcha: {
      provider: brand.captchaProvider,
      siteKey: isRemote(brand.captchaProvider) ? brand.captchaSiteKey : null,
    },
    languages: [...languages],
    forceLanguage: brand.forceLanguage,
    mailHosts: { imapSSL: brand.imapSslHost, smtpSSL: brand.smtpSslHost },
    version,
  };
}

/** What is shown as long as PostgreSQL was never reached: no brand, because it might be another's. */
const nobody: Config = {
  company: "Panel",
  logo: "",
  logo_mini: "",
  themeConfig: { color: "indigo", surface: "zinc", colorSelectable: false },
  captcha: { provider: "altcha", siteKey: null },
  languages: [...languages],
  forceLanguage: false,
  mailHosts: { imapSSL: "", smtpSSL: "" },
  version: "",
};

/** For pages, which are served while PostgreSQL is away too. */
export const knownConfig =
  (company: CompanyReader, version: string) =>
  async (host: string): Promise<Config> => {
    const brand = await company.knownForHost(host);
    return brand ? configOf(brand, version) : nobody;
  };

export const configHandlers = (company: CompanyReader, version: string) =>
  ({
    configGet: async ({ input: { _referer_: address = "" }, http }) => ({
      data: configOf(await company.forHost(hostOfAddress(address), http.host), version),
    }),
  }) satisfies Handlers<"configGet">;
