/** What happens after a change of the mail: the lists follow, the toast says what the server saw and offers to take it back. */
import type { Alias, Calls, Mailbox, ReplyOf } from "@atrio/contract";
import { infoOf } from "../../../api/action.ts";
import { api, type Reply } from "../../../api/client.ts";
import { invalidate, queryClient } from "../../../api/query.ts";
import { t } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toast.ts";
import { explain } from "../explain.ts";

/** One change shows in several of them: a new alias in the list, a deleted mailbox in that of the deleted ones. */
export const refetchMail = (id: number): void =>
  void invalidate(
    [
      "mailboxList",
      "aliasList",
      "catchAllGet",
      "deletedMailboxList",
      "autoresponderGet",
      "mailGet",
      "mailRecords",
    ],
    { id },
  );

type Items<N extends "mailboxList" | "aliasList"> = ReplyOf<Calls[N]>;
const without = <T extends { id: number }>(list: readonly T[], item: number): T[] =>
  list.filter(({ id }) => id !== item);

const editMailboxes = (id: number, edit: (list: readonly Mailbox[]) => Mailbox[]) =>
  queryClient.setQueryData<Items<"mailboxList">>(
    ["mailboxList", { params: { id } }],
    (list) => list && { correo: edit(list.correo) },
  );
const editAliases = (id: number, edit: (list: readonly Alias[]) => Alias[]) =>
  queryClient.setQueryData<Items<"aliasList">>(
    ["aliasList", { params: { id } }],
    (list) => list && { alias: edit(list.alias) },
  );

/** Shows at once what a call answered of a mailbox, new or changed. */
export function putMailbox(id: number, mailbox: Mailbox): void {
  editMailboxes(id, (list) => [...without(list, mailbox.id), mailbox]);
  refetchMail(id);
}

export function putAlias(id: number, alias: Alias): void {
  editAliases(id, (list) => [...without(list, alias.id), alias]);
  refetchMail(id);
}

type Undo = "mailboxUndo" | "aliasUndo";
type Told = Pick<Reply<Undo>, "info">;

/** The server says what it saw ("ana@example.com takes mail"); nothing more is claimed. */
export function announce(id: number, reply: Told, undo: number | null, call: Undo): void {
  const action =
    undo === null ? undefined : { label: t("mail_page.undo"), onAction: () => void takeBack(id, undo, call) };
  toast.success(infoOf(reply), { action });
}

async function takeBack(id: number, journalId: number, call: Undo): Promise<void> {
  try {
    const reply: Reply<Undo> = await api[call]({ params: { id, jid: journalId } });
    toast.success(reply.info[0] ?? t("mail_page.undone"));
  } catch (error) {
    explain(error);
  }
  refetchMail(id);
}

async function remove(
  id: number,
  call: Promise<Reply<"mailboxDelete" | "aliasDelete">>,
  undo: Undo,
  takeOut: () => void,
): Promise<void> {
  try {
    const reply = await call;
    takeOut();
    announce(id, reply, reply.data.undo, undo);
  } catch (error) {
    explain(error);
  }
  refetchMail(id);
}

export const deleteMailbox = (id: number, { id: cid }: Mailbox) =>
  remove(id, api.mailboxDelete({ params: { id, cid } }), "mailboxUndo", () =>
    editMailboxes(id, (list) => without(list, cid)),
  );

export const deleteAlias = (id: number, { id: aid }: Alias) =>
  remove(id, api.aliasDelete({ params: { id, aid } }), "aliasUndo", () =>
    editAliases(id, (list) => without(list, aid)),
  );

export async function restoreMailbox(id: number, cid: number): Promise<void> {
  try {
    const reply = await api.mailboxRestore({ params: { id, cid } });
    putMailbox(id, reply.data.correo);
    toast.success(infoOf(reply));
  } catch (error) {
    explain(error);
    refetchMail(id);
  }
}
