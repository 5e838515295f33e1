import type { Dashboard } from "@atrio/contract";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../i18n/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { AttentionCard } from "./AttentionCard.tsx";
import { ExpiringRow } from "./ExpiringRow.tsx";
import { FailedRow } from "./FailedRow.tsx";
import { OverQuotaRow } from "./OverQuotaRow.tsx";

/** What a customer wants to know first: what expires, what is full, what failed. What is in order takes no room. */
export function Attention({ dashboard }: { dashboard: Dashboard }) {
  const [now] = useState(() => new Date());
  const { expiring, overQuota, failed } = dashboard;
  if (expiring.total + overQuota.total + failed.total === 0) return <NothingToDo />;
  return (
    <>
      <AttentionCard title={t("dashboard.expiring")} some={expiring}>
        {(item) => <ExpiringRow key={`${item.kind} ${item.id}`} item={item} now={now} />}
      </AttentionCard>
      <AttentionCard title={t("dashboard.over_quota")} some={overQuota}>
        {(item) => <OverQuotaRow key={`${item.resource} ${item.id} ${item.mailbox}`} item={item} />}
      </AttentionCard>
      <AttentionCard title={t("dashboard.jobs_failed")} some={failed}>
        {(item) => <FailedRow key={item.job} item={item} now={now} />}
      </AttentionCard>
    </>
  );
}

const NothingToDo = () => (
  <Card>
    <p className="flex items-center gap-3">
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-success-soft text-success">
        <IconCheck size={16} aria-hidden />
      </span>
      {t("dashboard.nothing")}
    </p>
  </Card>
);
