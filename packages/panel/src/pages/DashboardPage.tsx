import type { ReactNode } from "react";
import { locale, t } from "../i18n/i18n.ts";
import { useConfig } from "../session/config.ts";
import { useHoldingTotal } from "../session/holdings.ts";
import { useUser } from "../session/session.ts";
import { PageHeader } from "../shell/PageHeader.tsx";
import { Frame } from "../shell/Shell.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { Card } from "../ui/Card.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

const dateTime = (seconds: number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeStyle: "short" }).format(seconds * 1000);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 py-2.5 not-first:border-t not-first:border-line">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 text-right font-medium wrap-anywhere tabular-nums">{children}</dd>
  </div>
);

export default function DashboardPage() {
  const { company } = useConfig();
  const { user, ip, tsLastLogin } = useUser();
  const total = useHoldingTotal();
  useTitle(t("shell.dashboard"));
  return (
    <Frame>
      <PageHeader title={t("shell.dashboard")} />
      <div className="grid gap-4 md:grid-cols-2">
        <Card title={t("dashboard.information")}>
          <dl>
            <Fact name={t("dashboard.company")}>{company}</Fact>
            <Fact name={t("dashboard.domains")}>
              {total === undefined ? (
                <Skeleton className="ml-auto w-8" />
              ) : (
                new Intl.NumberFormat(locale()).format(total)
              )}
            </Fact>
          </dl>
        </Card>
        <Card title={t("dashboard.user")}>
          <dl>
            <Fact name={t("dashboard.username")}>{user}</Fact>
            <Fact name={t("dashboard.ip")}>
              <span className="font-mono text-label">{ip}</span>
            </Fact>
            <Fact name={t("dashboard.last_login")}>
              {tsLastLogin === null ? t("dashboard.first_login") : dateTime(tsLastLogin)}
            </Fact>
          </dl>
        </Card>
      </div>
    </Frame>
  );
}
