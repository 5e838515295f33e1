import type { HoldingPermissions } from "@atrio/contract";
import { locale, t, type MessageId } from "../../i18n/i18n.ts";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { areas, isParking, isVisible } from "./areas.ts";

const dateOf = (seconds: number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(seconds * 1000);

/** A dot for what the holding has, red once its date is past; mail and DNS zone live as long as the service. */
export function StatusStrip({ permission }: { permission: HoldingPermissions }) {
  const { domain, service } = permission.breadcrumb;
  const sees = (id: string) => areas.some((area) => area.id === id && isVisible(area, permission));
  const dot = (id: string, label: MessageId, expireTS: number) => {
    const isExpired = expireTS * 1000 < Date.now();
    const hint = t(isExpired ? "ui.expired_on" : "ui.expires_on", { date: dateOf(expireTS) });
    return (
      <li key={id}>
        <StatusDot label={t(label)} isExpired={isExpired} hint={hint} />
      </li>
    );
  };
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
      {domain && dot("domain", "holding.domain", domain.expireTS)}
      {service &&
        dot("service", isParking(permission) ? "holding.parking" : "holding.hosting", service.expireTS)}
      {service && sees("mail") && dot("mail", "holding.mail", service.expireTS)}
      {service && sees("dns") && dot("dns", "holding.dns", service.expireTS)}
    </ul>
  );
}
