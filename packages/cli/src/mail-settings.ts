/** `mail` of settings.json: where mail comes in, is sent and is read. */
import { hostname } from "node:os";
import { isIP } from "node:net";
import * as z from "zod/mini";

/** Port 0: the next `up` chooses one. */
const port = z.prefault(z.int().check(z.gte(0), z.lte(65_535)), 0);
const relayhost = /^(\[[\w.:-]+\]|[\w.-]+)(:\d{1,5})?$/;
const hostName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

export const mailPortNames = [
  "smtp",
  "submission",
  "submissions",
  "imap",
  "imaps",
  "sieve",
  "webmail",
  "relay",
] as const;
export const preferredMailPorts: Readonly<Record<(typeof mailPortNames)[number], number>> = {
  smtp: 2525,
  submission: 5587,
  submissions: 5465,
  imap: 5143,
  imaps: 5993,
  sieve: 5190,
  webmail: 8085,
  relay: 5526,
};

export const mailSettings = z.prefault(
  z.strictObject({
    addresses: z.prefault(
      z
        .array(z.string().check(z.refine((text) => isIP(text) !== 0, "is no IP address")))
        .check(z.minLength(1)),
      ["127.0.0.1"],
    ),
    smtp: port,
    submission: port,
    submissions: port,
    imap: port,
    imaps: port,
    sieve: port,
    webmail: port,
    /** On loopback, where what is sent goes from Dovecot to Postfix. */
    relay: port,
    /** What Postfix says its name is: the name that its address resolves back to. */
    hostname: z.optional(z.string().check(z.regex(hostName, "is no host name such as mx1.example.net"))),
    /** Where all mail for others goes, in place of their own servers. */
    relayhost: z.optional(
      z.string().check(z.regex(relayhost, "is no server such as [smtp.example.net]:587")),
    ),
    /** The webmail as browsers reach it, where a proxy stands before it. */
    webmailUrl: z.optional(z.url({ protocol: /^https?$/ })),
    /** PEM files. `up` takes them over whenever they are others. */
    certificate: z.optional(z.strictObject({ cert: z.string(), key: z.string() })),
  }),
  {},
);
export type MailSettings = z.infer<typeof mailSettings>;

/** Postfix wants a name with a dot in it, and so do the servers it talks to. */
export function mailHostname({ hostname: chosen }: MailSettings): string {
  const own = hostname().toLowerCase();
  return chosen ?? (hostName.test(own) ? own : `${own.replaceAll(/[^a-z0-9-]/g, "")}.localdomain`);
}
