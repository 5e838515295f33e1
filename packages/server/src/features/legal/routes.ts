import type { Handlers } from "../../http/handler.ts";
import { translate } from "../../http/language.ts";
import type { CompanyReader } from "../config/company.ts";
import { renderMarkdown, sanitise, webAddress } from "./html.ts";
import { findLegal, findPrivacyPolicy } from "./store.ts";

const textsKept = 32;

/** The longest texts take 100 ms to render, and are the same for everybody. */
function remembering(render: (text: string) => string): (text: string) => string {
  const rendered = new Map<string, string>();
  return (text) => {
    const known = rendered.get(text);
    if (known !== undefined) return known;
    const html = render(text);
    const oldest = rendered.keys().next().value;
    if (rendered.size >= textsKept && oldest !== undefined) rendered.delete(oldest);
    rendered.set(text, html);
    return html;
  };
}

export const legalHandlers = (company: CompanyReader) => {
  const legalHtml = remembering(renderMarkdown);
  const privacyHtml = remembering(sanitise);
  return {
    legalGet: async ({ read, http }) => {
      const { id } = await company.forHost(http.host);
      return { data: { text: legalHtml(await findLegal(read, id, http.language)) } };
    },
    legalPrivacyPolicy: async ({ read, http }) => {
      const { id, privacyUrl } = await company.forHost(http.host);
      const policy = await findPrivacyPolicy(read, id, http.language);
      const redirecTo = privacyUrl === null ? undefined : webAddress(privacyUrl);
      return {
        data: {
          title: policy?.title || translate(http.language, "legal.privacy_policy"),
          text: privacyHtml(policy?.text ?? ""),
          ...(redirecTo === undefined ? {} : { redirecTo }),
        },
      };
    },
  } satisfies Handlers<"legalGet" | "legalPrivacyPolicy">;
};
