import type { DnsRecord } from "@atrio/contract";
import { t } from "../../../i18n/i18n.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { shownValue } from "./RecordCells.tsx";
import { changeZone, deleteRecord } from "./zone-changes.ts";
import { useZoneSize } from "./zone-queries.ts";

/** The dangerous acts on a zone; each names what is lost, and its toast offers to take it back. */
export type ZoneAct =
  | { readonly act: "delete"; readonly record: DnsRecord }
  | { readonly act: "deleteAll" | "restore" };

export interface ZoneDialogsProps {
  id: number;
  zone: string;
  act: ZoneAct | null;
  onClose: () => void;
}

export function ZoneDialogs({ id, zone, act, onClose }: ZoneDialogsProps) {
  const size = useZoneSize(id, act !== null && act.act !== "delete");
  if (act?.act === "delete")
    return <DeleteDialog id={id} zone={zone} record={act.record} onClose={onClose} />;
  if (!size) return null;
  const { kept } = size;
  const count = size.total - kept;
  return (
    <>
      <ConfirmDialog
        title={t("zone.delete_all_title")}
        confirmLabel={t("zone.delete_all_confirm")}
        isOpen={act?.act === "deleteAll"}
        onClose={onClose}
        onConfirm={() => changeZone(id, "dnsDeleteAll")}
      >
        <p>{t("zone.delete_all_text", { count, reference: zone })}</p>
        <p className="mt-2">{t("zone.delete_all_kept", { count: kept })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t("zone.restore_title")}
        confirmLabel={t("zone.restore_confirm")}
        isOpen={act?.act === "restore"}
        onClose={onClose}
        onConfirm={() => changeZone(id, "dnsRestore")}
      >
        <p>{t("zone.restore_text", { count })}</p>
        <p className="mt-2">{t("zone.undo_after")}</p>
      </ConfirmDialog>
    </>
  );
}

function DeleteDialog({
  id,
  zone,
  record,
  onClose,
}: {
  id: number;
  zone: string;
  record: DnsRecord;
  onClose: () => void;
}) {
  const name = `${record.zona || "@"}.${zone}`;
  return (
    <ConfirmDialog
      title={t("zone.delete_title", { type: record.type, name })}
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
