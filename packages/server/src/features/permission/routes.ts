import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { findPermissions, listHoldings } from "./store.ts";

export const permissionHandlers = {
  permissionGet: async ({ read, user, params }) => ({
    data: (await findPermissions(read, user.id, params.id)) ?? refuse("notFound"),
  }),
  permissionList: async ({ read, user, input }) => ({ data: await listHoldings(read, user.id, input) }),
} satisfies Handlers<"permissionGet" | "permissionList">;
