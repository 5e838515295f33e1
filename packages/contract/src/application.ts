import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { blankable, id, issueOf, key } from "./input.ts";

export const applicationCategories = [
  "blogs",
  "cms",
  "ecommerce",
  "forums",
  "socialnetworking",
  "educational",
  "erp",
  "video",
  "admanager",
  "galleries",
  "projectman",
  "files",
  "frameworks",
  "wikis",
  "mail",
  "customersupport",
  "others",
  "dbtools",
  "music",
  "polls",
  "libraries",
  "calendars",
  "games",
  "microblogs",
  "rss",
  "guestbooks",
] as const;
export type ApplicationCategory = (typeof applicationCategories)[number];

/** Names of the fields that an application itself asks for begin with this. */
export const installFieldPrefix = "_pf-";

export const installField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(["select", "textarea", "checkbox", "hidden", "text"]),
  /** A text that is a password: shown masked, and generated if asked for. */
  handlePassword: z.boolean(),
  value: z.string(),
  checked: z.boolean(),
  /** Of a select: label by value. */
  options: z.record(z.string(), z.string()),
  isRequired: z.boolean(),
});
export type InstallField = z.output<typeof installField>;

export const application = z.object({
  id: z.int(),
  fullName: z.string(),
  softName: z.string(),
  version: z.string(),
  category: z.enum(applicationCategories),
  type: z.enum(["php", "js"]),
  description: z.string(),
  /** Bytes. */
  size: z.number(),
  featured: z.boolean(),
  isBBDDApplication: z.boolean(),
  installConfig: z.array(z.object({ title: z.string(), inputs: z.array(installField) })),
});
export type Application = z.output<typeof application>;

const installFields = new Set(["subdomainID", "applicationID", "mysqlID", "subpath"]);
const onlyConfiguredFields = z.check<Record<string, unknown>>(({ value: form, issues }) => {
  for (const name of Object.keys(form)) {
    if (installFields.has(name) || name.startsWith(installFieldPrefix)) continue;
    issues.push(issueOf("main.unknown_field", form[name], [name]));
  }
});

export const applicationCalls = {
  applicationList: call({
    method: "GET",
    path: "/hostingapplication/list/",
    needs: "session",
    reply: z.object({
      apps: z.array(application),
      /** An application's logo is at `{token}{id}/logo/`. */
      token: z.string(),
    }),
  }),
  applicationLogo: call({
    method: "GET",
    path: "/hostingapplication/{id}/logo/",
    file: "image/*",
    needs: "session",
    reply: nothing,
  }),
  applicationInstall: call({
    method: "POST",
    path: "/service/{id}/installapp/",
    changes: true,
    needs: { all: { service_ftp: "write", service_ddbb: "write", service_subdomains: "write" } },
    input: z
      .catchall(
        z.object({
          subdomainID: id,
          applicationID: id,
          /** Left out by an application without a database. */
          mysqlID: blankable(id),
          /** Folder below the subdomain's own; empty for that one itself. */
          subpath: z.optional(
            z
              .string()
              .check(
                z.trim(),
                z.maxLength(255),
                z.regex(
                  /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)?$/,
                  key("application.subpath"),
                ),
              ),
          ),
        }),
        z.string().check(z.maxLength(4096)),
      )
      .check(onlyConfiguredFields),
    reply: z.object({ installation: z.object({ id: z.int(), url: z.string() }) }),
  }),
} as const;
