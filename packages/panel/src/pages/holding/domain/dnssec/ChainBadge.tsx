import type { DnssecStatus } from "@atrio/contract";
import { t } from "../../../../i18n/i18n.ts";
import { Badge, type BadgeTone } from "../../../../ui/Badge.tsx";
import { Spinner } from "../../../../ui/Spinner.tsx";
import { isWorking } from "./dnssec-queries.ts";

const tones: Readonly<Record<DnssecStatus["chain"]["state"], BadgeTone>> = {
  unsigned: "neutral",
  valid: "success",
  broken: "danger",
  unknown: "warning",
};

/** What somebody who validates finds now. */
export const ChainBadge = ({ status }: { status: DnssecStatus }) => (
  <output className="inline-flex flex-wrap items-center gap-1.5">
    <Badge tone={tones[status.chain.state]}>{t(`domain.dnssec_chain.${status.chain.state}`)}</Badge>
    {isWorking(status) && (
      <Badge tone="info">
        <Spinner size={12} />
        {t("domain.dnssec_working")}
      </Badge>
    )}
  </output>
);

/** Servers that are silent are given some seconds. */
export const Checking = () => (
  <output className="animate-appear-late">
    <Badge>
      <Spinner size={12} />
      {t("domain.dnssec_checking")}
    </Badge>
  </output>
);
