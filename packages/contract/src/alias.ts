import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { email, issueOf } from "./input.ts";
import { localPart } from "./mailbox.ts";
import type { Message } from "./message.ts";

export const aliasTargetsMax = 50;

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

/** Addresses separated by commas; each once, in the order they were given. */
const target = z.pipe(
  z.string().check(z.minLength(1), z.maxLength(aliasTargetsMax * 255)),
  z.transform((list, context): string[] => {
    const wrong = (message: Message) => context.issues.push(issueOf(message, list));
    const targets = new Set<string>();
    for (const typed of list.split(",")) {
      const address = z.safeParse(email, typed);
      if (address.success) targets.add(address.data);
      else wrong({ key: "alias.target", values: { address: typed.trim() } });
    }
    if (targets.size > aliasTargetsMax)
      wrong({ key: "alias.targets_max", values: { maximum: aliasTargetsMax } });
    return [...targets];
  }),
);

const aliasReply = z.object({ alias });

export const aliasCalls = {
  aliasList: call({
    method: "GET",
    path: "/service/{id}/alias/list/",
    needs: { all: { servicemail_alias: "read" } },
    reply: z.object({ alias: z.array(alias) }),
  }),
  aliasGet: call({
    method: "GET",
    path: "/service/{id}/alias/{aid}/",
    needs: { all: { servicemail_alias: "read" } },
    reply: aliasReply,
  }),
  aliasCreate: call({
    method: "POST",
    path: "/service/{id}/alias/create/",
    changes: true,
    needs: { all: { servicemail_alias: "write" } },
    input: z.strictObject({ name: localPart, target }),
    reply: aliasReply,
  }),
  aliasSave: call({
    method: "POST",
    path: "/service/{id}/alias/{aid}/save/",
    changes: true,
    needs: { all: { servicemail_alias: "write" } },
    input: z.strictObject({ target }),
    reply: aliasReply,
  }),
  aliasDelete: call({
    method: "GET",
    path: "/service/{id}/alias/{aid}/delete/",
    changes: true,
    needs: { all: { servicemail_alias: "write" } },
    reply: nothing,
  }),
} as const;
