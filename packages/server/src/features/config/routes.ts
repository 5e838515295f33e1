import { languages } from "@atrio/contract";
import type { Handlers } from "../../http/handler.ts";
import type { CompanyReader } from "./company.ts";
import { hostOfAddress } from "./host.ts";

export const configHandlers = (company: CompanyReader, version: string) =>
  ({
    configGet: async ({ input: { _referer_: page = "" }, http }) => {
      const brand = await company.forHost(hostOfAddress(page), http.host);
      const embedded = brand.captchaProvider === "altcha" || brand.captchaProvider === "none";
      return {
        data: {
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
            siteKey: embedded ? null : brand.captchaSiteKey,
          },
          languages: [...languages],
          forceLanguage: brand.forceLanguage,
          mailHosts: { imapSSL: brand.imapSslHost, smtpSSL: brand.smtpSslHost },
          version,
        },
      };
    },
  }) satisfies Handlers<"configGet">;
