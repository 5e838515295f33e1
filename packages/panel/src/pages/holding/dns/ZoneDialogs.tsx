import { t } from "../../../i18n/i18n.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import type { ZoneAct } from "./dns-search.ts";
import { changeZone } from "./zone-changes.ts";
import { useZoneSize } from "./zone-queries.ts";

/** The questions before an act on the whole zone: how much goes, what comes back. */
export interface ZoneDialogsProps {
  id: number;
  zone: string;
  act: ZoneAct | undefined;
  onClose: () => void;
}

export function ZoneDialogs({ id, zone, act, onClose }: ZoneDialogsProps) {
  const size = useZoneSize(id, act && onClose);
  if (!size) return null;
  const { kept } = size;
  const count = size.total - kept;
  return (
    <>
      <ConfirmDialog
        title={t("zone.delete_all_title")}
        confirmLabel={t("zone.delete_all_confirm")}
        isOpen={act === "empty"}
        onClose={onClose}
        onConfirm={() => changeZone(id, "dnsDeleteAll")}
      >
        <p>{t("zone.delete_all_text", { count, reference: zone })}</p>
        <p className="mt-2">{t("zone.delete_all_kept", { count: kept })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t("zone.restore_title")}
        confirmLabel={t("zone.restore_confirm")}
        isOpen={act === "restore"}
        onClose={onClose}
        onConfirm={() => changeZone(id, "dnsRestore")}
      >
        <p>{t("zone.restore_text", { count })}</p>
        <p className="mt-2">{t("zone.undo_after")}</p>
      </ConfirmDialog>
    </>
  );
}
