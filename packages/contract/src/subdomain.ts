import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { bit, folder, key } from "./input.ts";

const subdomainFields = {
  id: z.int(),
  subdominio: z.string(),
  referencePunycode: z.string(),
  directorio: z.string(),
  eliminable: z.boolean(),
};

/** In the list: without the certificate, whose key only a writer may open. */
export const subdomainEntry = z.object({ ...subdomainFields, ssl: z.object({ enabled: z.boolean() }) });
export type SubdomainEntry = z.output<typeof subdomainEntry>;

export const subdomain = z.object({
  ...subdomainFields,
  ssl: z.object({
    enabled: z.boolean(),
    /** PEM texts; null where there is no certificate of the customer's own. */
    cert: z.nullable(z.object({ cert: z.string(), key: z.string(), ca: z.string() })),
  }),
});
export type Subdomain = z.output<typeof subdomain>;

/** A certificate, key or chain is some kB; the limit stops nothing that a browser would accept. */
const pem = z.optional(z.string().check(z.trim(), z.maxLength(65_536)));

const siteFields = { folder, SSLActive: z.optional(bit), cert: pem, certkey: pem, certchain: pem };

const subdomainReply = z.object({ subdomain });

export const subdomainCalls = {
  subdomainList: call({
    method: "GET",
    path: "/service/{id}/subdomain/list/",
    needs: { all: { service_subdomains: "read" } },
    reply: z.object({ subdomains: z.array(subdomainEntry) }),
  }),
  subdomainGet: call({
    method: "GET",
    path: "/service/{id}/subdomain/{sid}/",
    needs: { all: { service_subdomains: "write" } },
    reply: subdomainReply,
  }),
  subdomainCreate: call({
    method: "POST",
    path: "/service/{id}/subdomain/create/",
    changes: true,
    needs: { all: { service_subdomains: "write" } },
    input: z.strictObject({
      /** Without the domain: `shop`, `*`, or `ñandú` in letters of its own language. */
      subDomain: z
        .string()
        .check(
          z.trim(),
          z.toLowerCase(),
          z.minLength(1),
          z.maxLength(200),
          z.regex(/^(?:\*|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?)$/u, key("subdomain.name")),
        ),
      ...siteFields,
    }),
    reply: subdomainReply,
  }),
  subdomainSave: call({
    method: "POST",
    path: "/service/{id}/subdomain/{sid}/save/",
    changes: true,
    needs: { all: { service_subdomains: "write" } },
    input: z.strictObject(siteFields),
    reply: subdomainReply,
  }),
  subdomainDelete: call({
    method: "GET",
    path: "/service/{id}/subdomain/{sid}/delete/",
    changes: true,
    needs: { all: { service_subdomains: "write" } },
    reply: nothing,
  }),
} as const;
