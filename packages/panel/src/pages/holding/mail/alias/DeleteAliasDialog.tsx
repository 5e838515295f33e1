import { t } from "../../../../i18n/i18n.ts";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import { deleteAlias } from "../mail-changes.ts";
import type { AliasDialogProps } from "../dialog-props.ts";
import { shownAddress, targetsOf } from "../mail-items.ts";
import { LedHere } from "../trash/LedHere.tsx";

export function DeleteAliasDialog({ id, alias, onClose }: AliasDialogProps) {
  const targets = targetsOf(alias.name).map(shownAddress);
  return (
    <ConfirmDialog
      title={t("mail_page.delete_title", { address: shownAddress(alias.referencePunycode) })}
      confirmLabel={t("mail_page.delete_alias")}
      isOpen
      onClose={onClose}
      onConfirm={() => deleteAlias(id, alias)}
    >
      <p>{t("mail_page.delete_alias_text", { count: targets.length })}</p>
      <p className="mt-2 line-clamp-6 rounded-control bg-subtle px-3 py-2 font-mono text-label text-ink wrap-anywhere">
        {targets.join(", ")}
      </p>
      <LedHere address={alias.referencePunycode} />
    </ConfirmDialog>
  );
}
