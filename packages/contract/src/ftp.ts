import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { folder, key, servicePassword } from "./input.ts";
import { loginFormReply, passwordReply } from "./login-form.ts";

export const ftpUserMaxLength = 10;

export const ftpAccount = z.object({
  id: z.int(),
  user: z.string(),
  directorio: z.string(),
  eliminable: z.boolean(),
});
export type FtpAccount = z.output<typeof ftpAccount>;

const ftpReply = z.object({ ftp: ftpAccount });

export const ftpCalls = {
  /** How to reach the server, and the folders an account may be given. */
  ftpMain: call({
    method: "GET",
    path: "/service/{id}/ftp/main/",
    needs: { all: { service_ftp: "read" } },
    reply: z.object({
      ftp: z.object({
        host: z.string(),
        port: z.int(),
        sftpPort: z.int(),
        home: z.string(),
        folders: z.array(z.string()),
      }),
    }),
  }),
  ftpList: call({
    method: "GET",
    path: "/service/{id}/ftp/list/",
    needs: { all: { service_ftp: "read" } },
    reply: z.object({ ftps: z.array(ftpAccount) }),
  }),
  ftpGet: call({
    method: "GET",
    path: "/service/{id}/ftp/{fid}/",
    needs: { all: { service_ftp: "read" } },
    reply: ftpReply,
  }),
  ftpCreate: call({
    method: "POST",
    path: "/service/{id}/ftp/create/",
    changes: true,
    needs: { all: { service_ftp: "write" } },
    input: z.strictObject({
      /** Without the domain, which is added to it. */
      ftpUser: z
        .string()
        .check(
          z.trim(),
          z.toLowerCase(),
          z.minLength(1),
          z.maxLength(ftpUserMaxLength),
          z.regex(/^[a-z0-9][a-z0-9._-]*$/, key("ftp.user")),
        ),
      password: servicePassword,
      folder,
    }),
    reply: ftpReply,
  }),
  ftpSave: call({
    method: "POST",
    path: "/service/{id}/ftp/{fid}/save/",
    changes: true,
    needs: { all: { service_ftp: "write" } },
    input: z.strictObject({ folder }),
    reply: ftpReply,
  }),
  ftpChangePassword: call({
    method: "POST",
    path: "/service/{id}/ftp/{fid}/changepassword/",
    changes: true,
    needs: { all: { service_ftp: "write" } },
    input: z.strictObject({ password: servicePassword }),
    reply: nothing,
  }),
  ftpRevealPassword: call({
    method: "GET",
    path: "/service/{id}/ftp/{fid}/password/",
    needs: { all: { service_ftp: "write" } },
    reply: passwordReply,
  }),
  /** Both methods: the specification names none. */
  ftpLogin: call({
    method: "GET|POST",
    path: "/service/{id}/ftp/{fid}/login/",
    needs: { all: { service_ftp: "write" } },
    input: z.strictObject({ initialDirectory: z.optional(folder) }),
    reply: loginFormReply,
  }),
  ftpDelete: call({
    method: "GET",
    path: "/service/{id}/ftp/{fid}/delete/",
    changes: true,
    needs: { all: { service_ftp: "write" } },
    reply: nothing,
  }),
} as const;
