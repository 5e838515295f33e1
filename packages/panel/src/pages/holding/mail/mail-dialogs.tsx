/** The dialogs of the page, by their names in its address; those about one address are the menu of its row, in this order. */
import type { Alias, Mailbox } from "@atrio/contract";
import {
  IconArrowForwardUp,
  IconDatabase,
  IconEye,
  IconKey,
  IconMessageReply,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { MessageId } from "../../../i18n/i18n.ts";
import { aboutAll, aboutOne, type DialogEntry } from "../dialogs/AddressedDialog.tsx";
import { CatchAllDialog } from "./alias/CatchAllDialog.tsx";
import { DeleteAliasDialog } from "./alias/DeleteAliasDialog.tsx";
import { EditAliasDialog } from "./alias/EditAliasDialog.tsx";
import { NewDialog } from "./create/NewDialog.tsx";
import type { AliasDialogProps, MailboxDialogProps, MailDialogProps } from "./dialog-props.ts";
import type { MailItem } from "./mail-items.ts";
import type { AliasDialogName, DomainDialogName, MailboxDialogName } from "./mail-search.ts";
import { AutoresponderDialog } from "./mailbox/AutoresponderDialog.tsx";
import { ChangePasswordDialog } from "./mailbox/ChangePasswordDialog.tsx";
import { ForwardDialog } from "./mailbox/ForwardDialog.tsx";
import { QuotaDialog } from "./mailbox/QuotaDialog.tsx";
import { RevealPasswordDialog } from "./mailbox/RevealPasswordDialog.tsx";
import { RecordsDialog } from "./settings/RecordsDialog.tsx";
import { SettingsDialog } from "./settings/SettingsDialog.tsx";
import { DeletedDialog } from "./trash/DeletedDialog.tsx";
import { DeleteMailboxDialog } from "./trash/DeleteMailboxDialog.tsx";

/** Its entry in the menu of the row. */
export interface MenuEntry<Item> {
  label: MessageId;
  icon: ReactNode;
  isDanger?: true;
  /** Where it makes no sense for every one of them. */
  isOffered?: (item: Item) => boolean;
}
type ItemDialog<Props, Item> = DialogEntry<Props> & MenuEntry<Item>;

const domainDialogs: Readonly<Record<DomainDialogName, DialogEntry<MailDialogProps>>> = {
  new: { Dialog: NewDialog, needs: ["mailboxCreate", "aliasCreate"] },
  deleted: { Dialog: DeletedDialog, needs: ["deletedMailboxList"], isReading: true },
  "catch-all": { Dialog: CatchAllDialog, needs: ["catchAllSave"] },
  settings: { Dialog: SettingsDialog, needs: ["mailGet"], isReading: true },
  dns: { Dialog: RecordsDialog, needs: ["mailRecords"], isReading: true },
};

export const mailboxDialogs: Readonly<Record<MailboxDialogName, ItemDialog<MailboxDialogProps, Mailbox>>> = {
  password: {
    Dialog: ChangePasswordDialog,
    needs: ["mailboxChangePassword"],
    label: "mailbox.password_menu",
    icon: <IconKey size={16} />,
  },
  reveal: {
    Dialog: RevealPasswordDialog,
    needs: ["mailboxRevealPassword"],
    label: "mailbox.reveal_menu",
    icon: <IconEye size={16} />,
  },
  quota: {
    Dialog: QuotaDialog,
    needs: ["mailboxSave"],
    label: "mailbox.quota_menu",
    icon: <IconDatabase size={16} />,
  },
  forward: {
    Dialog: ForwardDialog,
    needs: ["mailboxForward"],
    label: "mailbox.forward_menu",
    icon: <IconArrowForwardUp size={16} />,
  },
  autoresponder: {
    Dialog: AutoresponderDialog,
    needs: ["autoresponderSave"],
    label: "mailbox.answers_menu",
    icon: <IconMessageReply size={16} />,
  },
  delete: {
    Dialog: DeleteMailboxDialog,
    needs: ["mailboxDelete"],
    label: "mail_page.delete",
    icon: <IconTrash size={16} />,
    isDanger: true,
    isOffered: ({ eliminable }) => eliminable,
  },
};

export const aliasDialogs: Readonly<Record<AliasDialogName, ItemDialog<AliasDialogProps, Alias>>> = {
  alias: {
    Dialog: EditAliasDialog,
    needs: ["aliasSave"],
    label: "mail_page.edit_targets",
    icon: <IconPencil size={16} />,
  },
  "delete-alias": {
    Dialog: DeleteAliasDialog,
    needs: ["aliasDelete"],
    label: "mail_page.delete",
    icon: <IconTrash size={16} />,
    isDanger: true,
    isOffered: ({ eliminable }) => eliminable,
  },
};

type Items = readonly MailItem[];

export const mailDialogs = [
  aboutAll(domainDialogs),
  aboutOne(mailboxDialogs, (items: Items, cid) => {
    const item = items.find(({ kind, id }) => kind === "account" && id === cid);
    return item?.kind === "account" ? { mailbox: item.mailbox } : undefined;
  }),
  aboutOne(aliasDialogs, (items: Items, aid) => {
    const item = items.find(({ kind, id }) => kind === "alias" && id === aid);
    return item?.kind === "alias" ? { alias: item.alias } : undefined;
  }),
];
export const mailWords = { expired: "mail_page.expired", gone: "mail_page.not_found" } as const;
