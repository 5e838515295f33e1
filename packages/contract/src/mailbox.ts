import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { key, servicePassword } from "./input.ts";
import { loginFormReply, passwordReply } from "./login-form.ts";

/** The part before the @, as every mail program takes it; `+` is left for sub-addresses. */
export const localPart = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1),
    z.maxLength(64),
    z.regex(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/, key("mail.local_part")),
  );

export const mailbox = z.object({
  id: z.int(),
  user: z.string(),
  /** Bytes; null where unlimited. */
  quota: z.nullable(z.number()),
  usage: z.number(),
  eliminable: z.boolean(),
});
export type Mailbox = z.output<typeof mailbox>;

const mailboxReply = z.object({ correo: mailbox });

export const mailboxCalls = {
  mailboxList: call({
    method: "GET",
    path: "/service/{id}/correo/list/",
    needs: { all: { servicemail_accounts: "read" } },
    reply: z.object({ correo: z.array(mailbox) }),
  }),
  mailboxGet: call({
    method: "GET",
    path: "/service/{id}/correo/{cid}/",
    needs: { all: { servicemail_accounts: "read" } },
    reply: mailboxReply,
  }),
  mailboxCreate: call({
    method: "POST",
    path: "/service/{id}/correo/create/",
    changes: true,
    needs: { all: { servicemail_accounts: "write" } },
    input: z.strictObject({ name: localPart, password: servicePassword }),
    reply: mailboxReply,
  }),
  mailboxChangePassword: call({
    method: "POST",
    path: "/service/{id}/correo/{cid}/changepassword/",
    changes: true,
    needs: { all: { servicemail_accounts: "write" } },
    input: z.strictObject({ password: servicePassword }),
    reply: nothing,
  }),
  mailboxRevealPassword: call({
    method: "GET",
    path: "/service/{id}/correo/{cid}/password/",
    needs: { all: { servicemail_accounts: "write" } },
    reply: passwordReply,
  }),
  /** The way into webmail. */
  mailboxLogin: call({
    method: "GET",
    path: "/service/{id}/correo/{cid}/login/",
    needs: { all: { servicemail_accounts: "write" } },
    reply: loginFormReply,
  }),
  mailboxDelete: call({
    method: "GET",
    path: "/service/{id}/correo/{cid}/delete/",
    changes: true,
    needs: { all: { servicemail_accounts: "write" } },
    reply: nothing,
  }),
} as const;
