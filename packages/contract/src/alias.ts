/**
 * Aliases: addresses without a mailbox of their own, whose mail goes on to others (specification 1, section 3). The catch-all
 * is the one that takes what no other address of the domain takes.
 */
import * as z from "zod/mini";
import { call } from "./call.ts";
import { mailTargets, someMailTargets } from "./mail-targets.ts";
import { localPart } from "./mailbox.ts";
import { undo } from "./undo.ts";

export const alias = z.object({
  id: z.int(),
  /** The part before the @. */
  alias: z.string(),
  /** The whole address, its domain in A-labels. */
  referencePunycode: z.string(),
  /** The targets, separated by commas. */
  name: z.string(),
  eliminable: z.boolean(),
});
export type Alias = z.output<typeof alias>;

const aliasReply = z.object({ alias, undo });
const catchAll = z.nullable(z.object({ name: z.string() }));

const read = { all: { servicemail_alias: "read" } } as const;
const write = { all: { servicemail_alias: "write" } } as const;

export const aliasCalls = {
  aliasList: call({
    method: "GET",
    path: "/service/{id}/alias/list/",
    needs: read,
    reply: z.object({ alias: z.array(alias) }),
  }),
  aliasGet: call({
    method: "GET",
    path: "/service/{id}/alias/{aid}/",
    needs: read,
    reply: z.object({ alias }),
  }),
  aliasCreate: call({
    method: "POST",
    path: "/service/{id}/alias/create/",
    changes: true,
    needs: write,
    input: z.strictObject({ name: localPart, target: someMailTargets }),
    reply: aliasReply,
  }),
  aliasSave: call({
    method: "POST",
    path: "/service/{id}/alias/{aid}/save/",
    changes: true,
    needs: write,
    input: z.strictObject({ target: someMailTargets }),
    reply: aliasReply,
  }),
  aliasDelete: call({
    method: "GET",
    path: "/service/{id}/alias/{aid}/delete/",
    changes: true,
    needs: write,
    reply: z.object({ undo }),
  }),
  /** Ours: takes back what journal entry `jid` did to an alias or to the catch-all. */
  aliasUndo: call({
    method: "POST",
    path: "/service/{id}/alias/undo/{jid}/",
    changes: true,
    needs: write,
    reply: z.null(),
  }),
  /** Ours. Null: what is for nobody is refused. */
  catchAllGet: call({
    method: "GET",
    path: "/service/{id}/catchall/",
    needs: read,
    reply: z.object({ catchAll }),
  }),
  /** Ours. Without a target it is switched off. It takes what is for postmaster too: not for who has the aliases only. */
  catchAllSave: call({
    method: "POST",
    path: "/service/{id}/catchall/save/",
    changes: true,
    needs: { all: { servicemail: "write", servicemail_alias: "write" } },
    input: z.strictObject({ target: mailTargets }),
    reply: z.object({ catchAll, undo }),
  }),
} as const;
