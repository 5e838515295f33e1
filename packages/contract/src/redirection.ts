import * as z from "zod/mini";
import { call } from "./call.ts";
import { longestAddress, longestTypedPath, parseSitePath, parseWebAddress } from "./fields/web-address.ts";
import { bit, optionalText, parsedBy } from "./input.ts";
import { undo } from "./undo.ts";

/** `frame` shows the destination inside a page of the customer's own address. */
export const redirectTypes = ["301", "302", "frame"] as const;
export type RedirectType = (typeof redirectTypes)[number];

export const redirection = z.object({
  id: z.int(),
  /** The address that is redirected, without `http://`. */
  origin: z.string(),
  /** The path in it, decoded, and its query; `` is all of the host that has no redirection of its own. */
  recurso: z.string(),
  /** The name before the domain, `` the domain itself, under both names that clients know; the same value. */
  subDomain: z.string(),
  subdominio: z.string(),
  url: z.string(),
  /** Whether the path and query of a request follow the destination. */
  keepPath: z.boolean(),
  redirType: z.enum(redirectTypes),
  iframeTitle: z.string(),
  iframeDescription: z.string(),
  iframeKeywords: z.string(),
  eliminable: z.boolean(),
});
export type Redirection = z.output<typeof redirection>;

const redirectionForm = z.strictObject({
  /** As a site's; `` and `@` are the domain itself. */
  subDomain: optionalText(1024),
  /** As typed or as in a browser's address bar: `/año nuevo` and `/a%C3%B1o%20nuevo` are the same; `?id=5` asks for that query. */
  recurso: z.optional(z.union([z.literal(""), parsedBy(parseSitePath, longestTypedPath)])),
  urlRedir: parsedBy(parseWebAddress, longestAddress),
  /**
   * Left out of a new one: whether all of a name leads to an address without a path. Left out of a saved one: as it was, where
   * the destination allows it. Kept for no frame.
   */
  keepPath: z.optional(bit),
  redirType: z.pipe(
    z.optional(z.enum(redirectTypes)),
    z.transform((type) => type ?? "301"),
  ),
  /** Of a frame; kept for no other type. */
  iframeTitle: optionalText(255),
  iframeDescription: optionalText(1000),
  iframeKeywords: optionalText(1000),
});
const read = { all: { service_redirects: "read" } } as const;
const write = { all: { service_redirects: "write" } } as const;
const changed = z.object({ redirection, undo });

export const redirectionCalls = {
  redirectionList: call({
    method: "GET",
    path: "/service/{id}/redirection/list/",
    needs: read,
    reply: z.object({ redirections: z.array(redirection) }),
  }),
  redirectionGet: call({
    method: "GET",
    path: "/service/{id}/redirection/{rid}/",
    needs: read,
    reply: z.object({ redirection }),
  }),
  redirectionCreate: call({
    method: "POST",
    path: "/service/{id}/redirection/create/",
    changes: true,
    needs: write,
    input: redirectionForm,
    reply: changed,
  }),
  redirectionSave: call({
    method: "POST",
    path: "/service/{id}/redirection/{rid}/save/",
    changes: true,
    needs: write,
    input: redirectionForm,
    reply: changed,
  }),
  redirectionDelete: call({
    method: "GET",
    path: "/service/{id}/redirection/{rid}/delete/",
    changes: true,
    needs: write,
    reply: z.object({ undo }),
  }),
  /** Ours: takes back what journal entry `jid` did to a redirection. */
  redirectionUndo: call({
    method: "POST",
    path: "/service/{id}/redirection/undo/{jid}/",
    changes: true,
    needs: write,
    reply: z.null(),
  }),
} as const;
