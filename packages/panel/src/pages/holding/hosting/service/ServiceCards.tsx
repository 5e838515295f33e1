import type { Service } from "@atrio/contract";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Card } from "../../../../ui/Card.tsx";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { CopiedValue } from "../../CopiedValue.tsx";
import { useHolding } from "../../holding.ts";
import { lockOf } from "../hosting-access.ts";
import { useHostingAddress } from "../use-hosting-address.ts";
import { HtaccessRow } from "./HtaccessRow.tsx";
import { ParkingRow } from "./ParkingRow.tsx";
import { SettingRow } from "./SettingRow.tsx";
import { TrafficCard } from "./TrafficCard.tsx";
import { UsageCard } from "./UsageCard.tsx";

/** What the service runs, how full it is, how it is reached. */
export function ServiceCards({ service }: { service: Service }) {
  const holding = useHolding();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t("hosting.web")}>
        <ul className="divide-y divide-line">
          {holding.sees("serviceSetPhp") && <PhpRow service={service} />}
          <ParkingRow parkingActive={service.parkingActive} />
          {holding.can("serviceErrorLog") && <LogRow />}
          {holding.can("serviceHtaccess") && <HtaccessRow />}
          <HostRow title={t("hosting.ftp_host")} host={service.ftpHost} />
          <HostRow title={t("hosting.database_host")} host={service.ddbbHost} />
        </ul>
      </Card>
      <UsageCard usage={service.usage} />
      {holding.can("serviceTraffic") && <TrafficCard />}
    </div>
  );
}

export const versionOf = ({ phpversion, defaultPHPVersion }: Service): string =>
  phpversion === "default"
    ? t("hosting.php_default", { version: defaultPHPVersion })
    : t("hosting.php_version", { version: phpversion });

function PhpRow({ service }: { service: Service }) {
  const { openDialog } = useHostingAddress();
  const locked = lockOf(useHolding(), "serviceSetPhp");
  return (
    <SettingRow title={t("hosting.php")} text={versionOf(service)}>
      {locked === undefined ? (
        <Button size="sm" aria-label={t("hosting.php_change")} onPress={() => openDialog({ php: "" })}>
          {t("hosting.change")}
        </Button>
      ) : (
        <LockHint reason={locked} />
      )}
    </SettingRow>
  );
}

function LogRow() {
  const { openDialog } = useHostingAddress();
  return (
    <SettingRow title={t("hosting.log")} text={t("hosting.log_text")}>
      <Button size="sm" aria-label={t("hosting.log_open")} onPress={() => openDialog({ log: "" })}>
        {t("hosting.show")}
      </Button>
    </SettingRow>
  );
}

/** Nothing where this installation has no such server. */
const HostRow = ({ title, host }: { title: string; host: string }) =>
  host === "" ? null : (
    <SettingRow title={title} text={<CopiedValue label={`${title}: ${host}`} value={host} />} />
  );
