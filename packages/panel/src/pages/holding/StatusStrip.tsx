import type { HoldingPermissions } from "@atrio/contract";
import { isExpired as isPast } from "@atrio/contract/domain-status.ts";
import { useState } from "react";
import { locale, t, type MessageId } from "../../i18n/i18n.ts";
import { type DotTone, StatusDot } from "../../ui/StatusDot.tsx";
import { areas, isParking, isVisible } from "./areas.ts";
import { statusWords } from "./status-words.ts";

const dateOf = (seconds: number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(seconds * 1000);

/** Nobody finds the domain, though its date has not come. */
const isOut = (status: string | null): boolean => status === "hold" || status === "inactive";
function toneOf(isExpired: boolean, status: string | null): DotTone {
  if (isExpired || isPast(status ?? "")) return "danger";
  return isOut(status) ? "warning" : "success";
}

interface DotProps {
  label: MessageId;
  expireTS: number;
  /** How the registry has it; told where that is not simply active. */
  status?: string | null;
}

function Dot({ label, expireTS, status = null }: DotProps) {
  const [now] = useState(Date.now);
  const isExpired = expireTS * 1000 < now;
  const hint = t(isExpired ? "ui.expired_on" : "ui.expires_on", { date: dateOf(expireTS) });
  const state = status === null || status === "active" ? null : statusWords(status);
  return (
    <li>
      <StatusDot
        label={state === null ? t(label) : `${t(label)}: ${state}`}
        tone={toneOf(isExpired, status)}
        hint={hint}
      />
    </li>
  );
}

/** A dot for what the holding has, red once its date is past; mail and DNS zone live as long as the service. */
export function StatusStrip({ permission }: { permission: HoldingPermissions }) {
  const { domain, service } = permission.breadcrumb;
  const sees = (id: string) => areas.some((area) => area.id === id && isVisible(area, permission));
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
      {domain && <Dot label="holding.domain" {...domain} />}
      {service && (
        <>
          <Dot
            label={isParking(permission) ? "holding.parking" : "holding.hosting"}
            expireTS={service.expireTS}
          />
          {sees("mail") && <Dot label="holding.mail" expireTS={service.expireTS} />}
          {sees("dns") && <Dot label="holding.dns" expireTS={service.expireTS} />}
        </>
      )}
    </ul>
  );
}
