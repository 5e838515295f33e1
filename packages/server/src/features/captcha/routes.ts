import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { CompanyReader } from "../config/company.ts";
import type { Altcha } from "./altcha.ts";

export const captchaHandlers = (company: CompanyReader, altcha: Altcha) =>
  ({
    captchaChallenge: async ({ input, http }) => {
      const { captchaProvider } = await company.forHost(http.host);
      if (captchaProvider !== "altcha") refuse("conflict");
      return { data: await altcha.challenge(input.action ?? "login") };
    },
  }) satisfies Handlers<"captchaChallenge">;
