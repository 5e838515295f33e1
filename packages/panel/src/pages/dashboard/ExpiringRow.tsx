import type { Dashboard } from "@atrio/contract";
import { inDays } from "../../format/time.ts";
import { locale, t } from "../../i18n/i18n.ts";
import { holdingPaths } from "../../paths.ts";
import { Badge } from "../../ui/Badge.tsx";
import { AttentionRow } from "./AttentionCard.tsx";
import { urgency } from "./urgency.ts";

export interface ExpiringRowProps {
  item: Dashboard["expiring"]["items"][number];
  now: Date;
}

const words = {
  expired: { tone: "danger", id: "dashboard.expired" },
  soon: { tone: "warning", id: "dashboard.expires" },
  later: { tone: "neutral", id: "dashboard.expires" },
} as const;

export function ExpiringRow({ item: { id, reference, kind, expireTS, status }, now }: ExpiringRowProps) {
  const date = new Date(expireTS * 1000);
  const { tone, id: message } = words[urgency(date, now)];
  return (
    <AttentionRow reference={reference} href={holdingPaths.overview(id)}>
      <span className="flex shrink-0 items-center gap-3 max-sm:w-full max-sm:flex-wrap max-sm:gap-y-1">
        <span className="text-label text-muted">
          {t(`dashboard.kind_${kind}`)}
          {status !== null && `: ${status}`}
        </span>
        <time
          dateTime={date.toISOString()}
          className="w-26 text-right text-label text-muted tabular-nums max-sm:w-auto"
        >
          {new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(date)}
        </time>
        <span className="w-44 text-right max-sm:ml-auto max-sm:w-auto">
          <Badge tone={tone}>{t(message, { when: inDays(date, now, locale()) })}</Badge>
        </span>
      </span>
    </AttentionRow>
  );
}
