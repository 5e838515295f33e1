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
const put = <T extends { id: number }>(list: readonly T[], item: T): T[] => [
  ...list.filter(({ id }) => id !== item.id),
  item,
];

/** Shows at once what a call answered of a mailbox, new or changed. */
export function putMailbox(id: number, mailbox: Mailbox): void {
  queryClient.setQueryData<Items<"mailboxList">>(
    ["mailboxList", { params: { id } }],
    (list) => list && { correo: put(list.correo, mailbox) },
  );
  refetchMail(id);
}

export function putAlias(id: number, alias: Alias): void {
  queryClient.setQueryData<Items<"aliasList">>(
    ["aliasList", { params: { id } }],
    (list) => list && { alias: put(list.alias, alias) },
  );
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

export async function deleteMailbox(id: number, { id: cid }: Mailbox): Promise<void> {
  try {
    const reply = await api.mailboxDelete({ params: { id, cid } });
    queryClient.setQueryData<Items<"mailboxList">>(
      ["mailboxList", { params: { id } }],
      (list) => list && { correo: list.correo.filter((other) => other.id !== cid) },
    );
    announce(id, reply, reply.data.undo, "mailboxUndo");
  } catch (error) {
    explain(error);
  }
  refetchMail(id);
}

export async function deleteAlias(id: number, { id: aid }: Alias): Promise<void> {
  try {
    const reply = await api.aliasDelete({ params: { id, aid } });
    queryClient.setQueryData<Items<"aliasList">>(
      ["aliasList", { params: { id } }],
      (list) => list && { alias: list.alias.filter((other) => other.id !== aid) },
    );
    announce(id, reply, reply.data.undo, "aliasUndo");
  } catch (error) {
    explain(error);
  }
  refetchMail(id);
}

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
