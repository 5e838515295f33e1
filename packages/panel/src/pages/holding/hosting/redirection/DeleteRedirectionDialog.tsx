import { t } from "../../../../i18n/i18n.ts";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import { useHolding } from "../../holding.ts";
import type { RedirectionDialogProps } from "../dialog-props.ts";
import { deleteRedirection } from "../hosting-changes.ts";
import { originOf } from "./RedirectionRow.tsx";

export function DeleteRedirectionDialog({ id, redirection, onClose }: RedirectionDialogProps) {
  const { reference } = useHolding();
  return (
    <ConfirmDialog
      title={t("hosting.redirection_delete_title", { address: originOf(redirection, reference) })}
      confirmLabel={t("hosting.redirection_delete")}
      isOpen
      onClose={onClose}
      onConfirm={() => deleteRedirection(id, redirection.id)}
    >
      <p>{t("hosting.redirection_delete_text")}</p>
      <p className="mt-2 rounded-control bg-subtle px-3 py-2 font-mono text-label text-ink wrap-anywhere">
        {redirection.url}
      </p>
    </ConfirmDialog>
  );
}
