import { languages } from "@atrio/contract";
import type { Handlers } from "../../http/handler.ts";
import type { CompanyReader } from "./company.ts";

export const configHandlers = (company: CompanyReader, version: string) =>
  ({
    configGet: async ({ read }) => {
      const { name, logo, logoMini, ...brand } = await company.current();
      const hosts = await read.db
        .selectFrom("atrio.platform")
        .select(["imap_ssl_host as imapSSL", "smtp_ssl_host as smtpSSL"])
        .executeTakeFirstOrThrow();
      const embedded = brand.captchaProvider === "altcha" || brand.captchaProvider === "none";
      return {
        data: {
          company: name,
          logo,
          logo_mini: logoMini,
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
          mailHosts: hosts,
          version,
        },
      };
    },
  }) satisfies Handlers<"configGet">;
