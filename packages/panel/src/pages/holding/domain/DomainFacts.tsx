import type { Domain } from "@atrio/contract";
import { useState } from "react";
import { locale, t } from "../../../i18n/i18n.ts";
import { statusWords } from "../status-words.ts";

const dateOf = (seconds: number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(seconds * 1000);

/** Where the domain is not found, or soon will be no more. */
const explained = ["hold", "inactive", "expired-redemption", "expired-pendingdelete"] as const;
const isExplained = (status: string): status is (typeof explained)[number] =>
  explained.some((one) => one === status);

/** How the registry has the domain, since when and until when. */
export function DomainFacts({ domain: { status, ts, expireTS, blocked } }: { domain: Domain }) {
  const [now] = useState(Date.now);
  const facts = [
    statusWords(status),
    ts > 0 && t("domain.registered_on", { date: dateOf(ts) }),
    t(expireTS * 1000 < now ? "domain.expired_on" : "domain.expires_on", { date: dateOf(expireTS) }),
  ];
  return (
    <div className="mb-4 text-label">
      <p className="text-muted first-letter:uppercase">{facts.filter(Boolean).join(" · ")}</p>
      {isExplained(status) && (
        <p className="mt-1 text-pretty text-warning">{t(`domain.status_text.${status}`)}</p>
      )}
      {blocked && (
        <p className="mt-1 text-pretty text-warning">
          {t("domain.blocked_text", { toggle: t("domain.toggle.blocked"), card: t("domain.actions") })}
        </p>
      )}
    </div>
  );
}
