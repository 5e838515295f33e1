import { t } from "../../../../i18n/i18n.ts";
import { Card } from "../../../../ui/Card.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { useHolding } from "../../holding.ts";
import { useParking } from "../hosting-queries.ts";
import { ParkingRow } from "./ParkingRow.tsx";

/** Parking by itself, where there is no more to see of a service. */
export function ParkingCard() {
  const parking = useParking(useHolding().id);
  return (
    <Card title={t("hosting.parking")} className="mb-4">
      <SectionState query={parking} rows={1}>
        {({ parkingActive }) => (
          <ul>
            <ParkingRow parkingActive={parkingActive} />
          </ul>
        )}
      </SectionState>
    </Card>
  );
}
