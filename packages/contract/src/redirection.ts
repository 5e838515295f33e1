import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { key, optionalText } from "./input.ts";

/** `frame` shows the destination inside a page of the customer's own address. */
export const redirectTypes = ["301", "302", "frame"] as const;
export type RedirectType = (typeof redirectTypes)[number];

export const redirection = z.object({
  id: z.int(),
  /** The whole address that is redirected. */
  origin: z.string(),
  /** The path in it. */
  recurso: z.string(),
  /** The subdomain under both names that clients know; the same value. */
  subDomain: z.string(),
  subdominio: z.string(),
  url: z.string(),
  redirType: z.enum(redirectTypes),
  iframeTitle: z.string(),
  iframeDescription: z.string(),
  iframeKeywords: z.string(),
  eliminable: z.boolean(),
});
export type Redirection = z.output<typeof redirection>;

const isWebAddress = (address: string): boolean =>
  /^https?:\/\/[^\s\\]+$/i.test(address) && URL.canParse(address);

const redirectionForm = z.strictObject({
  subDomain: optionalText(253),
  recurso: optionalText(1024),
  urlRedir: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(2048),
      z.refine(isWebAddress, { error: key("redirection.url") }),
    ),
  redirType: z.pipe(
    z.optional(z.enum(redirectTypes)),
    z.transform((type) => type ?? "301"),
  ),
  iframeTitle: optionalText(255),
  iframeDescription: optionalText(1000),
  iframeKeywords: optionalText(1000),
});
const redirectionReply = z.object({ redirection });

export const redirectionCalls = {
  redirectionList: call({
    method: "GET",
    path: "/service/{id}/redirection/list/",
    needs: { all: { service_redirects: "read" } },
    reply: z.object({ redirections: z.array(redirection) }),
  }),
  redirectionGet: call({
    method: "GET",
    path: "/service/{id}/redirection/{rid}/",
    needs: { all: { service_redirects: "read" } },
    reply: redirectionReply,
  }),
  redirectionCreate: call({
    method: "POST",
    path: "/service/{id}/redirection/create/",
    changes: true,
    needs: { all: { service_redirects: "write" } },
    input: redirectionForm,
    reply: redirectionReply,
  }),
  redirectionSave: call({
    method: "POST",
    path: "/service/{id}/redirection/{rid}/save/",
    changes: true,
    needs: { all: { service_redirects: "write" } },
    input: redirectionForm,
    reply: redirectionReply,
  }),
  redirectionDelete: call({
    method: "GET",
    path: "/service/{id}/redirection/{rid}/delete/",
    changes: true,
    needs: { all: { service_redirects: "write" } },
    reply: nothing,
  }),
} as const;
