import type { ImplementedCallName, Message } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { Change } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Handlers, News } from "../../http/handler.ts";
import { actorOf } from "../../http/run-change.ts";
import type { Vault } from "../../vault/client.ts";
import type { MailServer } from "../mail/ask-server.ts";
import { answers, forwarded } from "../mail/news.ts";
import { proveGone, proveTaken } from "../mail/proof.ts";
import { hasCatchAll, lockMail, requireMail } from "../mail/service.ts";
import { getAutoresponder, saveAutoresponder } from "./autoresponder.ts";
import { createMailbox, nextMailboxId } from "./create.ts";
import type { MailboxState } from "./journal-entry.ts";
import { type Move, moveMailbox } from "./move.ts";
import { changePassword, refusePredictable, revealPassword, storePassword } from "./password.ts";
import { quotaNews } from "./quota.ts";
import { type MayWrite, findMailbox, getMailbox, listDeletedMailboxes, listMailboxes } from "./store.ts";

interface Wish extends Pick<Move, "act" | "field"> {
  readonly id: number;
  readonly from?: "deleted";
  readonly to: Partial<MailboxState>;
}

async function move(change: Change, holding: MayWrite, { id, from, to, ...rest }: Wish) {
  const limits = await lockMail(change, holding);
  const was = await findMailbox(change, holding, id, from ?? "live");
  const undo = await moveMailbox(change, holding, { ...rest, limits, was, wanted: { ...was.state, ...to } });
  return { address: was.address, undo };
}

async function saved(change: Change, holding: MayWrite, wish: Wish, news: (address: string) => Message) {
  const { address, undo } = await move(change, holding, wish);
  const data = { correo: await getMailbox(change, holding, wish.id), undo };
  return { data, info: undo === null ? "mail.unchanged" : news(address) };
}

const reading = {
  mailboxList: async ({ read, holding }) => ({ data: { correo: await listMailboxes(read, holding) } }),
  mailboxGet: async ({ read, holding, params }) => ({
    data: { correo: await getMailbox(read, holding, params.cid) },
  }),
  deletedMailboxList: async ({ read, holding }) => ({
    data: { deleted: await listDeletedMailboxes(read, holding) },
  }),
  autoresponderGet: async ({ read, holding, params }) => ({
    data: { autoresponder: await getAutoresponder(read, holding, params.cid) },
  }),
} satisfies Partial<Handlers<ImplementedCallName>>;

const saving = {
  mailboxSave: async ({ change, holding, params, input: { quota } }) =>
    saved(change, holding, { act: "mailboxSave", id: params.cid, to: { quota }, field: "quota" }, (address) =>
      quotaNews(address, quota),
    ),
  mailboxForward: async ({ change, holding, params, input: { target, keepsCopy } }) => {
    const to = { forwardTargets: target, keepsCopy: keepsCopy || target.length === 0 };
    const wish = { act: "mailboxForward", id: params.cid, to, field: "target" } as const;
    return saved(change, holding, wish, (address) => forwarded(address, target, keepsCopy));
  },
  autoresponderSave: async ({ change, holding, params, input }) => {
    const data = await saveAutoresponder(change, holding, params.cid, input);
    const { user } = await getMailbox(change, holding, params.cid);
    return { data, info: data.undo === null ? "mail.unchanged" : answers(user, input.enabled) };
  },
} satisfies Partial<Handlers<ImplementedCallName>>;

const passwords = (db: Kysely<DB>, vault: Vault) =>
  ({
    mailboxChangePassword: {
      prepare: async ({ read, holding: asked, params, input }) => {
        const { user: address } = await getMailbox(read, asked, params.cid);
        refusePredictable(input.password, address);
        const password = await storePassword(vault, params.cid, input.password);
        return async ({ change, holding }) => {
          await changePassword(change, holding, params.cid, password);
          return { data: null, info: "mail.password_changed" };
        };
      },
    },
    mailboxRevealPassword: async ({ read, holding, user, params, http }) => {
      const revealer = { db, vault, actor: actorOf({ user, http }), mayReveal: http.keepsHeaderRule };
      return { data: { password: await revealPassword(read, holding, params.cid, revealer) } };
    },
  }) satisfies Partial<Handlers<ImplementedCallName>>;

/** `db` is the API's connection for changes; `server` takes the mail of the world, where this installation has one. */
export function mailboxHandlers(db: Kysely<DB>, vault: Vault, server: MailServer | undefined) {
  const takes = (address: string) => async (): Promise<News> => ({ info: await proveTaken(server, address) });
  return {
    ...reading,
    ...saving,
    ...passwords(db, vault),
    mailboxCreate: {
      prepare: async ({ holding: asked, input }) => {
        requireMail(asked);
        refusePredictable(input.password, `${input.name}@${asked.reference}`);
        const id = await nextMailboxId(db);
        const password = await storePassword(vault, id, input.password);
        return async ({ change, holding }) => {
          const { name: localPart, quota } = input;
          const { address, undo } = await createMailbox(change, holding, { id, localPart, quota, password });
          return { data: { correo: await getMailbox(change, holding, id), undo }, after: takes(address) };
        };
      },
    },
    mailboxDelete: async ({ change, holding, params }) => {
      const wish = { act: "mailboxDelete", id: params.cid, to: { deleted: true } } as const;
      const { address, undo } = await move(change, holding, wish);
      const caught = await hasCatchAll(change, holding);
      const after = async () => ({ info: await proveGone(server, address, caught) });
      return { data: { undo }, after };
    },
    mailboxRestore: async ({ change, holding, params }) => {
      const wish = {
        act: "mailboxRestore",
        id: params.cid,
        from: "deleted",
        to: { deleted: false },
      } as const;
      const { address } = await move(change, holding, wish);
      return { data: { correo: await getMailbox(change, holding, params.cid) }, after: takes(address) };
    },
  } satisfies Partial<Handlers<ImplementedCallName>>;
}
