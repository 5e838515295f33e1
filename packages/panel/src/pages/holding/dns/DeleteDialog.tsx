import type { DnsRecord } from "@atrio/contract";
import { t } from "../../../i18n/i18n.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { shownValue } from "./RecordCells.tsx";
import { deleteRecord } from "./zone-changes.ts";

export interface DeleteDialogProps {
  id: number;
  record: DnsRecord;
  onClose: () => void;
}

export function DeleteDialog({ id, record, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={t("zone.delete_title", { type: record.type, name: record.reference })}
      confirmLabel={t("zone.delete_confirm")}
      isOpen
      onClose={onClose}
      onConfirm={() => deleteRecord(id, record)}
    >
      <p className="line-clamp-6 rounded-control bg-subtle px-3 py-2 font-mono text-label text-ink wrap-anywhere">
        {shownValue(record)}
      </p>
      <p className="mt-3">{t("zone.delete_text")}</p>
    </ConfirmDialog>
  );
}
