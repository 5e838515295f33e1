import * as z from "zod/mini";
import { call } from "./call.ts";
import { parseSiteFolder } from "./fields/folder.ts";
import { bit, integerOf, parsedBy } from "./input.ts";
import { undo } from "./undo.ts";

/** What a site may be given of PHP; the largest is what a service can bear. */
export const phpSettingOptions = {
  memoryMegabytes: [64, 128, 256, 512],
  uploadMegabytes: [2, 8, 32, 64, 100],
  executionSeconds: [30, 60, 120],
} as const;

/** Null: as the installation has it. */
const phpSettings = z.object({
  memoryMegabytes: z.nullable(z.int()),
  /** Of one file; what is sent with it may be a little more. */
  uploadMegabytes: z.nullable(z.int()),
  executionSeconds: z.nullable(z.int()),
  /** On the site itself, for everybody. */
  displayErrors: z.nullable(z.boolean()),
});
export type PhpSettings = z.output<typeof phpSettings>;

/** What everybody sees of it. */
const certificate = z.object({
  source: z.enum(["uploaded", "acme"]),
  /** The first twenty. */
  names: z.array(z.string()),
  issuer: z.string(),
  /** Unix seconds, as the next. */
  notBefore: z.int(),
  notAfter: z.int(),
});
export type SiteCertificate = z.output<typeof certificate>;

const subdomainFields = {
  id: z.int(),
  /** Without the domain, in A-labels; `` is the domain itself. */
  subdominio: z.string(),
  /** The whole host. */
  referencePunycode: z.string(),
  directorio: z.string(),
  eliminable: z.boolean(),
  /** As a browser opens it; null where one address can't stand for all, as with `*`. */
  url: z.nullable(z.string()),
  /** Whoever comes by http is sent on to https. */
  httpsOnly: z.boolean(),
  /** Browsers are told to come by https only. */
  hsts: z.boolean(),
  /** The one in use; null where there is none yet. */
  certificate: z.nullable(certificate),
  /**
   * Of one that comes by itself; null where none is wanted, or this installation orders none. `fault`: why it is not there yet, or
   * not renewed; since when, in Unix seconds.
   */
  certificateOrder: z.nullable(
    z.object({ fault: z.nullable(z.string()), failingSince: z.nullable(z.int()) }),
  ),
  phpSettings,
};

/** In the list: without the texts of the certificate, whose key only a writer may open. */
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

/** Some kB each; all three together are no more than a request may be, with what the form's own coding adds. */
const pem = (most: number) => z.optional(z.string().check(z.trim(), z.maxLength(most)));

/** Empty is as the installation has it; left out, it stays as it is. */
const settable = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.union([
      z.pipe(
        z.literal(""),
        z.transform(() => null),
      ),
      schema,
    ]),
  );

/** What is left out stays as it is, certificate, key and chain when they are empty too. */
const siteFields = {
  folder: parsedBy(parseSiteFolder),
  SSLActive: z.optional(bit),
  httpsOnly: z.optional(bit),
  hsts: z.optional(bit),
  cert: pem(16_384),
  certkey: pem(16_384),
  certchain: pem(24_576),
  /** One that is ordered by itself, or one of the customer's own, which must then be there or be sent. */
  automatic: z.optional(bit),
  memoryMegabytes: settable(integerOf(phpSettingOptions.memoryMegabytes)),
  uploadMegabytes: settable(integerOf(phpSettingOptions.uploadMegabytes)),
  executionSeconds: settable(integerOf(phpSettingOptions.executionSeconds)),
  displayErrors: settable(bit),
};

const write = { all: { service_subdomains: "write" } } as const;
/** Without the certificate's texts: whoever sent them has them. */
const changed = z.object({ subdomain: subdomainEntry, undo });

export const subdomainCalls = {
  subdomainList: call({
    method: "GET",
    path: "/service/{id}/subdomain/list/",
    needs: { all: { service_subdomains: "read" } },
    reply: z.object({
      subdomains: z.array(subdomainEntry),
      /** Whether certificates are ordered by themselves here. */
      automatic: z.boolean(),
    }),
  }),
  subdomainGet: call({
    method: "GET",
    path: "/service/{id}/subdomain/{sid}/",
    needs: write,
    reply: z.object({ subdomain }),
  }),
  subdomainCreate: call({
    method: "POST",
    path: "/service/{id}/subdomain/create/",
    changes: true,
    needs: write,
    input: z.strictObject({
      /** Without the domain: `shop`, `*`, or `ñandú` in letters of its own language (fields/site-name.ts). */
      subDomain: z.string().check(z.trim(), z.minLength(1), z.maxLength(1024)),
      ...siteFields,
    }),
    reply: changed,
  }),
  subdomainSave: call({
    method: "POST",
    path: "/service/{id}/subdomain/{sid}/save/",
    changes: true,
    needs: write,
    input: z.strictObject(siteFields),
    reply: changed,
  }),
  subdomainDelete: call({
    method: "GET",
    path: "/service/{id}/subdomain/{sid}/delete/",
    changes: true,
    needs: write,
    reply: z.object({ undo }),
  }),
  /** Ours: takes back what journal entry `jid` did to a site. */
  subdomainUndo: call({
    method: "POST",
    path: "/service/{id}/subdomain/undo/{jid}/",
    changes: true,
    needs: write,
    reply: z.null(),
  }),
} as const;
