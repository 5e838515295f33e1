import type { Language, PermissionEntry } from "@atrio/contract";
import type { Pool } from "pg";
import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { statusWords } from "../holding/status.ts";
import { findAreas, findHoldings, findPermissions, listHoldings } from "./store.ts";

/** Few have a status to tell of: the others stay as they are. */
const told =
  (language: Language) =>
  (entry: PermissionEntry): PermissionEntry =>
    entry.domainStatus === null
      ? entry
      : { ...entry, domainStatus: statusWords(language, entry.domainStatus) };

/** Lists go by prepared statements, straight to the read-only connections. */
export const permissionHandlers = (readPool: Pool) =>
  ({
    permissionGet: async ({ read, user, params }) => ({
      data: (await findPermissions(read, user.id, params.id)) ?? refuse("notFound"),
    }),
    permissionList: async ({ user, input, http }) => {
      const { permissions, total } = await listHoldings(readPool, user.id, input);
      return { data: { permissions: permissions.map(told(http.language)), total } };
    },
    permissionFind: async ({ user, input, http }) => {
      const found = await findHoldings(readPool, user.id, input.text);
      return { data: { permissions: found.map(told(http.language)) } };
    },
    permissionAreas: async ({ user }) => ({ data: await findAreas(readPool, user.id) }),
  }) satisfies Handlers<"permissionGet" | "permissionList" | "permissionFind" | "permissionAreas">;
