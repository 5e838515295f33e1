import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { locale, t } from "../../i18n/i18n.ts";
import { useConfig } from "../../session/config.ts";
import { useFirstList, useHoldingTotal } from "../../session/holdings.ts";
import { useUser } from "../../session/session.ts";
import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 py-2.5 not-first:border-t not-first:border-line last:pb-0">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 text-right font-medium wrap-anywhere tabular-nums">{children}</dd>
  </div>
);

export function InformationCard() {
  const { company } = useConfig();
  return (
    <Card title={t("dashboard.information")}>
      <dl className="-mt-2">
        <Fact name={t("dashboard.company")}>{company}</Fact>
        <Fact name={t("dashboard.domains")}>
          <Total />
        </Fact>
      </dl>
    </Card>
  );
}

function Total() {
  const total = useHoldingTotal();
  const list = useFirstList();
  if (total === undefined) return <Skeleton className="ml-auto w-8" />;
  const figure = new Intl.NumberFormat(locale()).format(total);
  if (list === null) return figure;
  return (
    <Link
      to={list}
      className="rounded-sm text-link underline-offset-2 hover:underline max-sm:-my-3 max-sm:inline-flex max-sm:min-h-11 max-sm:min-w-11 max-sm:items-center max-sm:justify-end"
    >
      {figure}
    </Link>
  );
}

const dateTime = (seconds: number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);

export function UserCard() {
  const { user, domainName, ip, tsLastLogin } = useUser();
  return (
    <Card title={t("dashboard.user")}>
      <dl className="-mt-2">
        <Fact name={t("dashboard.username")}>{user}</Fact>
        <Fact name={t("dashboard.login_domain")}>
          <span className="font-mono text-label">{toUnicode(domainName)}</span>
        </Fact>
        <Fact name={t("dashboard.ip")}>
          <span className="font-mono text-label">{ip}</span>
        </Fact>
        <Fact name={t("dashboard.last_login")}>
          {tsLastLogin === null ? t("dashboard.first_login") : dateTime(tsLastLogin)}
        </Fact>
      </dl>
    </Card>
  );
}
