import type { Message, redirectionCalls } from "@atrio/contract";
import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { shownAddress } from "../service/host.ts";
import { type WebServers, followed, portsOf } from "../service/web.ts";
import { type RedirectionChange, requireRedirection } from "./rows.ts";
import {
  createRedirection,
  deleteRedirection,
  redirectionsOf,
  saveRedirection,
  shownRedirection,
} from "./store.ts";
import { undoRedirection } from "./undo.ts";

const news = ({ origin, redirection }: RedirectionChange): Message =>
  redirection
    ? { key: "redirection.live", values: { address: shownAddress(origin), url: redirection.url } }
    : { key: "redirection.gone", values: { address: shownAddress(origin) } };

export function redirectionHandlers(servers: WebServers) {
  const ports = portsOf(servers);
  const changed = (done: RedirectionChange) => {
    const data = { redirection: shownRedirection(done.redirection ?? refuse("notFound")), undo: done.undo };
    return followed(servers, done.job, data, news(done));
  };
  return {
    redirectionList: async ({ read, holding }) => ({
      data: { redirections: await redirectionsOf(read, holding) },
    }),
    redirectionGet: async ({ read, holding, params }) => ({
      data: { redirection: shownRedirection(await requireRedirection(read, holding, params.rid)) },
    }),
    redirectionCreate: async ({ change, holding, input }) =>
      changed(await createRedirection(change, holding, ports, input)),
    redirectionSave: async ({ change, holding, params, input }) =>
      changed(await saveRedirection(change, holding, ports, { id: params.rid, input })),
    redirectionDelete: async ({ change, holding, params }) => {
      const done = await deleteRedirection(change, holding, ports, params.rid);
      return followed(servers, done.job, { undo: done.undo }, news(done));
    },
    redirectionUndo: async ({ change, holding, params }) => {
      const done = await undoRedirection(change, holding, ports, params.jid);
      return followed(servers, done.job, null, news(done));
    },
  } satisfies Handlers<keyof typeof redirectionCalls>;
}
