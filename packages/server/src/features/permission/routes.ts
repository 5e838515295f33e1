import type { Pool } from "pg";
import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { findAreas, findHoldings, findPermissions, listHoldings } from "./store.ts";

/** Lists go by prepared statements, straight to the read-only connections. */
export const permissionHandlers = (readPool: Pool) =>
  ({
    permissionGet: async ({ read, user, params }) => ({
      data: (await findPermissions(read, user.id, params.id)) ?? refuse("notFound"),
    }),
    permissionList: async ({ user, input }) => ({ data: await listHoldings(readPool, user.id, input) }),
    permissionFind: async ({ user, input }) => ({
      data: { permissions: await findHoldings(readPool, user.id, input.text) },
    }),
    permissionAreas: async ({ user }) => ({ data: await findAreas(readPool, user.id) }),
  }) satisfies Handlers<"permissionGet" | "permissionList" | "permissionFind" | "permissionAreas">;
