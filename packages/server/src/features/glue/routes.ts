import { type KeyLevels, type glueCalls, toUnicode } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Granted, Handlers } from "../../http/handler.ts";
import { requireDomain } from "../domain/lock.ts";
import { afterOrder } from "../domain/order.ts";
import type { AddressRule } from "./addresses.ts";
import { type GlueOrder, createHost, deleteHost, findHost, listHosts, saveHost, shown } from "./store.ts";

/** A form's field by a registry's name of it. */
const inputs: Readonly<Record<string, string>> = {
  host: "name",
  "host.name": "name",
  "host.ipv4": "ip",
  "host.ipv6": "ipv6",
};
const inputOf = (field: string): string | undefined => inputs[field.replace(/\.\d+$/, "")];

/** `db` is the API's connection for changes: what came of an order is looked for by it. */
export function glueHandlers(db: Kysely<DB>, rule: AddressRule) {
  const answer = (
    { id, reference }: Granted<KeyLevels>,
    { order, host }: GlueOrder,
    known: number,
    done: "glue.created" | "glue.saved",
  ) => {
    const data = { gluerecord: shown(host, reference, known), undo: null };
    if (!order) return { data };
    const look = async (read: Read, undo: number | null) => {
      const stored = await findHost(read, id, host.name);
      return { gluerecord: shown(stored ?? host, reference, stored?.id ?? known), undo };
    };
    const info = { key: done, values: { name: toUnicode(host.name) } };
    const after = afterOrder(db, order, info, look, inputOf);
    return { data, info: "domain.requested" as const, job: order.job, after };
  };
  return {
    glueList: async ({ read, holding }) => {
      await requireDomain(read, holding);
      const hosts = await listHosts(read, holding.id);
      return { data: { gluerecords: hosts.map((host) => shown(host, holding.reference, host.id)) } };
    },
    glueCreate: async ({ change, holding, input }) =>
      answer(holding, await createHost(change, holding, input, rule), 0, "glue.created"),
    glueSave: async ({ change, holding, params, input }) =>
      answer(holding, await saveHost(change, holding, params.gid, input, rule), params.gid, "glue.saved"),
    glueDelete: async ({ change, holding, user, params }) => {
      const order = await deleteHost(change, holding, user.id, params.gid);
      const after = afterOrder(db, order, "glue.deleted", async (_, undo) => ({ undo }));
      return { data: { undo: null }, info: "domain.requested", job: order.job, after };
    },
  } satisfies Handlers<keyof typeof glueCalls>;
}
