import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { openLoginForm } from "../../../api/open-login-form.ts";
import { api } from "../../../api/client.ts";
import { t } from "../../../i18n/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { LockHint } from "../../../ui/LockHint.tsx";
import { Menu, type MenuAction } from "../../../ui/Menu.tsx";
import { explain } from "../explain.ts";
import { useHolding } from "../holding.ts";
import { lockOf } from "./mail-access.ts";
import { aliasDialogs, mailboxDialogs, type MenuEntry } from "./mail-dialogs.tsx";
import type { MailItem } from "./mail-items.ts";
import type { MailDialogAddress } from "./mail-search.ts";

export interface RowActionsProps {
  item: MailItem;
  hasWebmail: boolean;
  onOpen: (dialog: MailDialogAddress) => void;
}

/** What can be done with a mailbox or an alias, or why nothing can. */
export function RowActions({ item, hasWebmail, onOpen }: RowActionsProps) {
  const holding = useHolding();
  const locked = lockOf(holding, item.kind === "account" ? "mailboxCreate" : "aliasCreate");
  const menu =
    item.kind === "account"
      ? menuOf(mailboxDialogs, item.mailbox, onOpen)
      : menuOf(aliasDialogs, item.alias, onOpen);
  return (
    <>
      {item.kind === "account" && hasWebmail && holding.can("mailboxLogin") && (
        <WebmailButton id={holding.id} item={item} />
      )}
      {locked === undefined ? (
        <Menu label={t("mail_page.actions_of", { address: item.address })} actions={menu} />
      ) : (
        <LockHint reason={locked} />
      )}
    </>
  );
}

function menuOf<Item extends { id: number }>(
  entries: Readonly<Record<string, MenuEntry<Item>>>,
  item: Item,
  onOpen: RowActionsProps["onOpen"],
): MenuAction[] {
  return Object.entries(entries)
    .filter(([, { isOffered }]) => isOffered?.(item) ?? true)
    .map(([name, { label, icon, isDanger = false }]) => ({
      id: name,
      label: t(label),
      icon,
      isDanger,
      onAction: () => onOpen({ [name]: item.id }),
    }));
}

function WebmailButton({ id, item }: { id: number; item: MailItem }) {
  const [isPending, setPending] = useState(false);
  const open = async () => {
    setPending(true);
    try {
      await openLoginForm(async () => (await api.mailboxLogin({ params: { id, cid: item.id } })).data.form);
    } catch (error) {
      explain(error);
    }
    setPending(false);
  };
  return (
    <Button
      size="sm"
      icon={<IconExternalLink size={15} />}
      aria-label={t("mail_page.webmail_of", { address: item.address })}
      isPending={isPending}
      onPress={() => void open()}
    >
      {t("mail_page.webmail")}
    </Button>
  );
}
