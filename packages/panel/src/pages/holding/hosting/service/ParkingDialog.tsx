import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { api } from "../../../../api/client.ts";
import { t } from "../../../../i18n/i18n.ts";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import { explain } from "../../explain.ts";
import { useHolding } from "../../holding.ts";
import type { ServiceDialogProps } from "../dialog-props.ts";
import { announce, refetchWeb, serviceJobs } from "../hosting-changes.ts";
import { putParked } from "../hosting-queries.ts";

/** Asked before visitors see something else (specification 2, section 4); which way stands in the address. */
export function ParkingDialog({ id, text, onClose }: ServiceDialogProps) {
  const { reference } = useHolding();
  const way = text === "off" ? "off" : "on";
  const turn = async () => {
    try {
      const call = way === "on" ? api.parkingEnable : api.parkingDisable;
      const reply = await call({ params: { id } });
      putParked(id, reply.data.service);
      const undo = { call: "serviceUndo", entry: reply.data.undo } as const;
      announce(id, reply, { undo, jobs: serviceJobs, thing: id });
    } catch (error) {
      explain(error);
      refetchWeb(id);
    }
  };
  return (
    <ConfirmDialog
      title={t(`hosting.parking_title_${way}`, { name: toUnicode(reference) })}
      confirmLabel={t(`hosting.parking_confirm_${way}`)}
      isDanger={way === "on"}
      isOpen
      onClose={onClose}
      onConfirm={turn}
    >
      {t(`hosting.parking_text_${way}`)}
    </ConfirmDialog>
  );
}
