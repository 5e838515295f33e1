import { type aliasCalls } from "@atrio/contract";
import type { Handlers, News } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { MailServer } from "../mail/ask-server.ts";
import { led } from "../mail/news.ts";
import { proveCatchAll, proveGone, proveTaken } from "../mail/proof.ts";
import { hasCatchAll } from "../mail/service.ts";
import { type AliasChange } from "./rows.ts";
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

type Reached = Pick<AliasChange, "address" | "alias">;

/** `server` takes the mail of the world, where this installation has one. */
export const aliasHandlers = (server: MailServer | undefined) => {
  const takes = (address: string) => async (): Promise<News> => ({ info: await proveTaken(server, address) });
  const gone = (address: string, caught: boolean) => async (): Promise<News> => ({
    info: await proveGone(server, address, caught),
  });
  const leads =
    ({ address, alias }: Reached) =>
    async (): Promise<News> => ({
      info: await proveTaken(server, address, led(address, alias?.targets ?? [])),
    });
  const catches =
    ({ address, alias }: Reached) =>
    async (): Promise<News> => ({ info: await proveCatchAll(server, address, alias?.targets ?? []) });
  return {
    aliasList: async ({ read, holding }) => ({ data: { alias: await listAliases(read, holding) } }),
    aliasGet: async ({ read, holding, params }) => ({
      data: { alias: await getAlias(read, holding, params.aid) },
    }),
    aliasCreate: async ({ change, holding, input }) => {
      const created = await createAlias(change, holding, input);
      return { data: withUndo(created), after: takes(created.address) };
    },
    aliasSave: async ({ change, holding, params, input }) => {
      const saved = await saveAlias(change, holding, params.aid, input.target);
      return saved.undo === null
        ? { data: withUndo(saved), info: "mail.unchanged" }
        : { data: withUndo(saved), after: leads(saved) };
    },
    aliasDelete: async ({ change, holding, params }) => {
      const { address, undo } = await deleteAlias(change, holding, params.aid);
      return { data: { undo }, after: gone(address, await hasCatchAll(change, holding)) };
    },
    aliasUndo: async ({ change, holding, params }) => {
      const { address, alias } = await undoAlias(change, holding, params.jid);
      if (address.startsWith("@")) return { data: null, after: catches({ address, alias }) };
      const after = alias ? leads({ address, alias }) : gone(address, await hasCatchAll(change, holding));
      return { data: null, after };
    },
    catchAllGet: async ({ read, holding }) => ({ data: { catchAll: await getCatchAll(read, holding) } }),
    catchAllSave: async ({ change, holding, input }) => {
      const saved = await saveCatchAll(change, holding, input.target);
      const data = { catchAll: shownCatchAll(saved.alias), undo: saved.undo };
      return saved.undo === null ? { data, info: "mail.unchanged" } : { data, after: catches(saved) };
    },
  } satisfies Handlers<keyof typeof aliasCalls>;
};
