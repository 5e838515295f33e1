import { IconCheck, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { t } from "../../../../i18n/i18n.ts";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { Switch } from "../../../../ui/Switch.tsx";
import { useHolding } from "../../holding.ts";
import { lockOf } from "../hosting-access.ts";
import { useHostingAddress } from "../use-hosting-address.ts";
import { SettingRow } from "./SettingRow.tsx";

/** A switch that asks first; for who may only look, how it stands (specification 2, section 6). */
export function ParkingRow({ parkingActive }: { parkingActive: boolean }) {
  const holding = useHolding();
  const { openDialog } = useHostingAddress();
  const title = useId();
  const text = useId();
  const locked = lockOf(holding, "parkingEnable");
  return (
    <SettingRow
      titleId={title}
      textId={text}
      title={t("hosting.parking")}
      text={t(parkingActive ? "hosting.parking_is_on" : "hosting.parking_is_off")}
    >
      {holding.can("parkingEnable") ? (
        <span className="flex items-center gap-2">
          {locked !== undefined && <LockHint reason={locked} />}
          <Switch
            aria-labelledby={title}
            aria-describedby={text}
            isSelected={parkingActive}
            isDisabled={locked !== undefined}
            onChange={(on) => openDialog({ parking: on ? "on" : "off" })}
          />
        </span>
      ) : (
        <State isOn={parkingActive} />
      )}
    </SettingRow>
  );
}

const State = ({ isOn }: { isOn: boolean }) => (
  <span className={isOn ? "text-success" : "text-muted"}>
    {isOn ? <IconCheck size={20} aria-hidden /> : <IconX size={20} aria-hidden />}
    <span className="sr-only">{t(isOn ? "hosting.on" : "hosting.off")}</span>
  </span>
);
