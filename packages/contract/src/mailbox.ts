/** Mailboxes (specification 1, section 3: "correo"): what takes mail and is read by IMAP. */
import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { bit, blankable, integer, key, optionalText, servicePassword, text } from "./input.ts";
import { loginFormReply, passwordReply } from "./login-form.ts";
import { mailTargets } from "./mail-targets.ts";
import { undo } from "./undo.ts";

/** The part before the @, as every mail program takes it: no hyphen leads it, and `+` is left for sub-addresses. */
export const localPart = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1),
    z.maxLength(64),
    z.regex(/^[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_-]+)*$/, key("mail.local_part")),
  );

/** Bytes; empty means unlimited. */
export const quotaMin = 1024 ** 2;
const quota = z.union([
  z.pipe(
    z.literal(""),
    z.transform(() => null),
  ),
  integer(quotaMin, 1024 ** 5),
]);

export const mailbox = z.object({
  id: z.int(),
  /** The whole address, its domain in A-labels: it signs in with it. */
  user: z.string(),
  /** Bytes; null where unlimited. */
  quota: z.nullable(z.number()),
  usage: z.number(),
  eliminable: z.boolean(),
  /** Ours: where its mail goes on to, separated by commas; whether it keeps what it sends on. */
  forward: z.string(),
  keepsCopy: z.boolean(),
  /** Ours: whether it answers by itself today. */
  answers: z.boolean(),
  /** Ours: whether its password can be shown. */
  revealable: z.boolean(),
});
export type Mailbox = z.output<typeof mailbox>;

/** Days in which a deleted mailbox can be restored with its mail. */
export const deletedMailboxDays = 30;
export const deletedMailbox = z.object({
  id: z.int(),
  user: z.string(),
  /** Bytes of mail kept. */
  usage: z.number(),
  /** Unix seconds. */
  deletedTS: z.int(),
  /** When it is gone for good. */
  removedTS: z.int(),
});
export type DeletedMailbox = z.output<typeof deletedMailbox>;

/** `2026-12-24` */
const day = z
  .string()
  .check(z.regex(/^[2-9]\d{3}-\d{2}-\d{2}$/, key("mail.date")), z.refine(isDay, { error: key("mail.date") }));
function isDay(written: string): boolean {
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
}

export const autoresponderSubjectMax = 255;
export const autoresponderContentMax = 10_000;
/** Days are whole ones of UTC, both included; null where open. */
export const autoresponder = z.object({
  enabled: z.boolean(),
  subject: z.string(),
  content: z.string(),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
});
export type Autoresponder = z.output<typeof autoresponder>;
const autoresponderReply = z.object({ autoresponder: z.nullable(autoresponder), undo });

const mailboxReply = z.object({ correo: mailbox });
const changedMailbox = z.object({ correo: mailbox, undo });

const read = { all: { servicemail_accounts: "read" } } as const;
const write = { all: { servicemail_accounts: "write" } } as const;

export const mailboxCalls = {
  mailboxList: call({
    method: "GET",
    path: "/service/{id}/correo/list/",
    needs: read,
    reply: z.object({ correo: z.array(mailbox) }),
  }),
  mailboxGet: call({ method: "GET", path: "/service/{id}/correo/{cid}/", needs: read, reply: mailboxReply }),
  /** Without `quota` it gets the usual one, or what the service has left. */
  mailboxCreate: call({
    method: "POST",
    path: "/service/{id}/correo/create/",
    changes: true,
    needs: write,
    input: z.strictObject({ name: localPart, password: servicePassword, quota: z.optional(quota) }),
    reply: changedMailbox,
  }),
  /** Ours. */
  mailboxSave: call({
    method: "POST",
    path: "/service/{id}/correo/{cid}/save/",
    changes: true,
    needs: write,
    input: z.strictObject({ quota }),
    reply: changedMailbox,
  }),
  /** Ours: sends its mail on, and keeps a copy or not. Without a target it keeps everything. */
  mailboxForward: call({
    method: "POST",
    path: "/service/{id}/correo/{cid}/forward/",
    changes: true,
    needs: write,
    input: z.strictObject({ target: mailTargets, keepsCopy: bit }),
    reply: changedMailbox,
  }),
  /** Ours. */
  autoresponderGet: call({
    method: "GET",
    path: "/service/{id}/correo/{cid}/autoresponder/",
    needs: read,
    reply: z.object({ autoresponder: z.nullable(autoresponder) }),
  }),
  /** Ours. */
  autoresponderSave: call({
    method: "POST",
    path: "/service/{id}/correo/{cid}/autoresponder/save/",
    changes: true,
    needs: write,
    input: z.strictObject({
      enabled: bit,
      /** One line. */
      subject: text(autoresponderSubjectMax).check(z.regex(/^[^\t\r\n]*$/, key("main.control_character"))),
      content: text(autoresponderContentMax),
      startsOn: blankable(day),
      endsOn: blankable(day),
    }),
    reply: autoresponderReply,
  }),
  mailboxChangePassword: call({
    method: "POST",
    path: "/service/{id}/correo/{cid}/changepassword/",
    changes: true,
    needs: write,
    input: z.strictObject({ password: servicePassword }),
    reply: nothing,
  }),
  mailboxRevealPassword: call({
    method: "GET",
    path: "/service/{id}/correo/{cid}/password/",
    needs: write,
    reply: passwordReply,
  }),
  /** The way into webmail. */
  mailboxLogin: call({
    method: "GET",
    path: "/service/{id}/correo/{cid}/login/",
    needs: write,
    reply: loginFormReply,
  }),
  mailboxDelete: call({
    method: "GET",
    path: "/service/{id}/correo/{cid}/delete/",
    changes: true,
    needs: write,
    reply: z.object({ undo }),
  }),
  /** Ours: those deleted in the last 30 days, the last one first. */
  deletedMailboxList: call({
    method: "GET",
    path: "/service/{id}/correo/deleted/list/",
    needs: read,
    reply: z.object({ deleted: z.array(deletedMailbox) }),
  }),
  /** Ours: with its mail, as long as the address is free. */
  mailboxRestore: call({
    method: "POST",
    path: "/service/{id}/correo/{cid}/restore/",
    changes: true,
    needs: write,
    reply: mailboxReply,
  }),
  /** Ours: takes back what journal entry `jid` did to a mailbox. */
  mailboxUndo: call({
    method: "POST",
    path: "/service/{id}/correo/undo/{jid}/",
    changes: true,
    needs: write,
    reply: nothing,
  }),
  /** Ours: a link by which a phone fetches the settings of this mailbox without a session; no password is in them. */
  mailboxProfileLink: call({
    method: "GET",
    path: "/service/{id}/correo/{cid}/profile/",
    needs: read,
    input: z.strictObject({ lang: optionalText(2) }),
    reply: z.object({ url: z.string(), expireTS: z.int() }),
  }),
} as const;
