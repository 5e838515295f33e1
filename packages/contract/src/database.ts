import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { servicePassword, toggle } from "./input.ts";
import { loginFormReply, passwordReply } from "./login-form.ts";

export const database = z.object({
  id: z.int(),
  /** Its name, which the server chooses. */
  bbdd: z.string(),
  user: z.string(),
  externalAccess: z.boolean(),
  eliminable: z.boolean(),
});
export type Database = z.output<typeof database>;

const databaseReply = z.object({ ddbb: database });
const passwordForm = z.strictObject({ password: servicePassword });

export const databaseCalls = {
  databaseList: call({
    method: "GET",
    path: "/service/{id}/ddbb/list/",
    needs: { all: { service_ddbb: "read" } },
    reply: z.object({ ddbbs: z.array(database) }),
  }),
  databaseGet: call({
    method: "GET",
    path: "/service/{id}/ddbb/{did}/",
    needs: { all: { service_ddbb: "read" } },
    reply: databaseReply,
  }),
  databaseCreate: call({
    method: "POST",
    path: "/service/{id}/ddbb/create/",
    changes: true,
    needs: { all: { service_ddbb: "write" } },
    input: passwordForm,
    reply: databaseReply,
  }),
  databaseChangePassword: call({
    method: "POST",
    path: "/service/{id}/ddbb/{did}/changepassword/",
    changes: true,
    needs: { all: { service_ddbb: "write" } },
    input: passwordForm,
    reply: nothing,
  }),
  databaseRevealPassword: call({
    method: "GET",
    path: "/service/{id}/ddbb/{did}/password/",
    needs: { all: { service_ddbb: "read" } },
    reply: passwordReply,
  }),
  databaseToggleExternalAccess: call({
    method: "GET",
    path: "/service/{id}/ddbb/{did}/toggle/externalaccess/",
    changes: true,
    needs: { all: { service_ddbb: "write" } },
    input: toggle,
    reply: databaseReply,
  }),
  databaseLogin: call({
    method: "GET",
    path: "/service/{id}/ddbb/{did}/login/",
    needs: { all: { service_ddbb: "read" } },
    reply: loginFormReply,
  }),
  /** The file itself, `{bbdd}.sql.gz`. */
  databaseDump: call({
    method: "GET",
    path: "/service/{id}/ddbb/{did}/dump/",
    file: "application/gzip",
    needs: { all: { service_ddbb: "write" } },
    reply: nothing,
  }),
  databaseDelete: call({
    method: "GET",
    path: "/service/{id}/ddbb/{did}/delete/",
    changes: true,
    needs: { all: { service_ddbb: "write" } },
    reply: nothing,
  }),
} as const;
