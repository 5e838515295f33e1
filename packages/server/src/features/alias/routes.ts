import { type aliasCalls } from "@atrio/contract";
import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { AliasChange } from "./rows.ts";
import {
  createAlias,
  deleteAlias,
  getAlias,
  getCatchAll,
  listAliases,
  saveAlias,
  saveCatchAll,
  shownAlias,
  shownCatchAll,
} from "./store.ts";
import { undoAlias } from "./undo.ts";

const withUndo = ({ alias, undo }: AliasChange) => ({
  alias: shownAlias(alias ?? refuse("notFound")),
  undo,
});

export const aliasHandlers = {
  aliasList: async ({ read, holding }) => ({ data: { alias: await listAliases(read, holding) } }),
  aliasGet: async ({ read, holding, params }) => ({
    data: { alias: await getAlias(read, holding, params.aid) },
  }),
  aliasCreate: async ({ change, holding, input }) => ({
    data: withUndo(await createAlias(change, holding, input)),
  }),
  aliasSave: async ({ change, holding, params, input }) => ({
    data: withUndo(await saveAlias(change, holding, params.aid, input.target)),
  }),
  aliasDelete: async ({ change, holding, params }) => {
    const { undo } = await deleteAlias(change, holding, params.aid);
    return { data: { undo } };
  },
  aliasUndo: async ({ change, holding, params }) => {
    await undoAlias(change, holding, params.jid);
    return { data: null };
  },
  catchAllGet: async ({ read, holding }) => ({ data: { catchAll: await getCatchAll(read, holding) } }),
  catchAllSave: async ({ change, holding, input }) => {
    const { alias, undo } = await saveCatchAll(change, holding, input.target);
    return { data: { catchAll: shownCatchAll(alias), undo } };
  },
} satisfies Handlers<keyof typeof aliasCalls>;
