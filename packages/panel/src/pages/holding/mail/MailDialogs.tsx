import { useEffect, useEffectEvent } from "react";
import { t } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toast.ts";
import { expiryOf } from "../expiry.ts";
import { type Holding, useHolding } from "../holding.ts";
import { aliasDialogs, domainDialogs, mailboxDialogs } from "./mail-dialogs.tsx";
import type { MailItem } from "./mail-items.ts";
import type { OpenDialog } from "./mail-search.ts";

export interface MailDialogsProps {
  open: OpenDialog | undefined;
  /** Undefined until loaded. */
  items: readonly MailItem[] | undefined;
  onClose: () => void;
}

/** The dialog that the address names; what is gone, or not allowed, is told instead. */
export function MailDialogs({ open, items, onClose }: MailDialogsProps) {
  const holding = useHolding();
  const refusal = open && refusalOf(open, holding, items);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (refusal === undefined) return;
    toast.error(refusal);
    close();
  }, [refusal]);
  if (open === undefined || refusal !== undefined) return null;
  const common = { id: holding.id, onClose };
  if (open.about === "domain") {
    const { Dialog } = domainDialogs[open.name];
    return <Dialog {...common} text={open.text} />;
  }
  const item = itemOf(open, items);
  if (item === undefined) return null;
  if (open.about === "mailbox" && item.kind === "account") {
    const { Dialog } = mailboxDialogs[open.name];
    return <Dialog key={item.id} {...common} mailbox={item.mailbox} />;
  }
  if (open.about === "alias" && item.kind === "alias") {
    const { Dialog } = aliasDialogs[open.name];
    return <Dialog key={item.id} {...common} alias={item.alias} />;
  }
  return null;
}

const entryOf = (open: OpenDialog) => {
  if (open.about === "mailbox") return mailboxDialogs[open.name];
  return open.about === "alias" ? aliasDialogs[open.name] : domainDialogs[open.name];
};

const itemOf = (
  open: Exclude<OpenDialog, { about: "domain" }>,
  items: readonly MailItem[] | undefined,
): MailItem | undefined => {
  const kind = open.about === "mailbox" ? "account" : "alias";
  return items?.find((item) => item.kind === kind && item.id === open.item);
};

/** The permission may go while a dialog is open, and an address may ask for what was never allowed. */
function refusalOf(
  open: OpenDialog,
  holding: Holding,
  items: readonly MailItem[] | undefined,
): string | undefined {
  const { needs, isReading } = entryOf(open);
  if (!needs.some(holding.can)) return t("main.no_permission");
  const date = isReading ? undefined : expiryOf(holding);
  if (date !== undefined) return t("mail_page.expired", { date });
  if (open.about === "domain" || items === undefined) return undefined;
  return itemOf(open, items) === undefined ? t("mail_page.not_found") : undefined;
}
