/** What concerns the mail of a service as a whole: its limits, how programs are set up, what its DNS must say. */
import * as z from "zod/mini";
import { call } from "./call.ts";

const server = z.object({ host: z.string(), port: z.int() });

/** How a mail program is set up. `plain` are the service's own names, which go on with STARTTLS. */
export const clientSettings = z.object({
  imap: z.object({ ssl: server, plain: server }),
  smtp: z.object({ ssl: server, plain: server }),
});
export type ClientSettings = z.output<typeof clientSettings>;

/** Limits are null where there is none; sizes in bytes. */
export const mailService = z.object({
  quota: z.nullable(z.number()),
  /** The sum of the quotas of its mailboxes. */
  allotted: z.number(),
  mailboxesMax: z.nullable(z.int()),
  aliasesMax: z.nullable(z.int()),
  recipientsPerHour: z.int(),
  recipientsThisHour: z.int(),
  client: clientSettings,
  /** Null where this installation has none. */
  webmail: z.nullable(z.string()),
  /** Parts of mail that this installation cannot run. */
  missingServices: z.array(z.object({ service: z.string(), packages: z.string() })),
});
export type MailService = z.output<typeof mailService>;

export const mailRecordPurposes = ["mx", "spf", "dkim", "dmarc", "client"] as const;
export const mailRecord = z.object({
  purpose: z.enum(mailRecordPurposes),
  /** The full name, in A-labels. */
  name: z.string(),
  type: z.enum(["MX", "TXT", "CNAME", "SRV"]),
  /** As a zone file has it, without the priority. */
  value: z.string(),
  priority: z.nullable(z.int()),
  /** What the world is told today: right, another, nothing, or nobody could be asked. */
  state: z.enum(["right", "other", "missing", "unknown"]),
  /** What is there in its place. */
  found: z.array(z.string()),
});
export type MailRecord = z.output<typeof mailRecord>;

const read = {
  any: { servicemail: "read", servicemail_accounts: "read", servicemail_alias: "read" },
} as const;

export const mailCalls = {
  /** Ours. */
  mailGet: call({
    method: "GET",
    path: "/service/{id}/mail/",
    needs: read,
    reply: z.object({ mail: mailService }),
  }),
  /** Ours: what the DNS of the domain has to say for its mail to arrive and to be believed; asked when called. */
  mailRecords: call({
    method: "GET",
    path: "/service/{id}/mail/records/",
    needs: read,
    reply: z.object({
      /** Whether the name servers of the domain are ours, so that the panel keeps the records. */
      zoneIsOurs: z.boolean(),
      records: z.array(mailRecord),
    }),
  }),
} as const;
