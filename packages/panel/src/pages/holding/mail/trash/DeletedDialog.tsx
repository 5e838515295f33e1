import { type DeletedMailbox, deletedMailboxDays } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "../../../../api/errors.ts";
import { query } from "../../../../api/query.ts";
import { bytes } from "../../../../format/bytes.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../../ui/ErrorState.tsx";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { SkeletonRows } from "../../../../ui/Skeleton.tsx";
import { useRefusedLoad } from "../../dialogs/use-refused-load.ts";
import { useHolding } from "../../holding.ts";
import { lockOf } from "../mail-access.ts";
import { restoreMailbox } from "../mail-changes.ts";
import type { MailDialogProps } from "../dialog-props.ts";
import { shownAddress } from "../mail-items.ts";

const dateOf = (seconds: number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(seconds * 1000);

/** Mailboxes that can still be restored, with their mail. */
export function DeletedDialog({ id, onClose }: MailDialogProps) {
  const { data, error, refetch } = useQuery(query("deletedMailboxList", { params: { id } }));
  useRefusedLoad(error, onClose);
  const [running, setRunning] = useState<number | null>(null);
  const restore = async (cid: number) => {
    setRunning(cid);
    await restoreMailbox(id, cid);
    setRunning(null);
  };
  const locked = lockOf(useHolding(), "mailboxCreate");
  return (
    <Dialog title={t("mail_page.deleted")} isOpen onClose={onClose} locked={running !== null}>
      <p className="mb-3 text-label text-muted">
        {t("mail_page.deleted_text", { count: deletedMailboxDays })}
      </p>
      {!data && !error && <SkeletonRows rows={2} />}
      {error && !data && (
        <ErrorState title={t("mail_page.error")} text={describeError(error)} onRetry={() => void refetch()} />
      )}
      {data?.deleted.length === 0 && <EmptyState title={t("mail_page.deleted_none")} />}
      {data && (
        <ul className="divide-y divide-line">
          {data.deleted.map((mailbox) => (
            <DeletedRow
              key={mailbox.id}
              mailbox={mailbox}
              running={running}
              locked={locked}
              onRestore={() => void restore(mailbox.id)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface DeletedRowProps {
  mailbox: DeletedMailbox;
  running: number | null;
  /** Why it can't be restored by this user. */
  locked: string | undefined;
  onRestore: () => void;
}

function DeletedRow({ mailbox, running, locked, onRestore }: DeletedRowProps) {
  const { id, user, usage, deletedTS, removedTS } = mailbox;
  const address = shownAddress(user);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <span className="min-w-0">
        <span className="block font-mono text-label wrap-anywhere">{address}</span>
        <span className="block text-small text-muted tabular-nums">
          {t("mail_page.deleted_row", {
            usage: bytes(usage, locale()),
            deleted: dateOf(deletedTS),
            removed: dateOf(removedTS),
          })}
        </span>
      </span>
      {locked === undefined ? (
        <Button
          size="sm"
          aria-label={t("mail_page.restore_one", { address })}
          isPending={running === id}
          isDisabled={running !== null && running !== id}
          onPress={onRestore}
        >
          {t("mail_page.restore")}
        </Button>
      ) : (
        <LockHint reason={locked} />
      )}
    </li>
  );
}
