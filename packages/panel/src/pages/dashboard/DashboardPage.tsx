import { useQuery } from "@tanstack/react-query";
import { describeError } from "../../api/errors.ts";
import { query } from "../../api/query.ts";
import { t } from "../../i18n/i18n.ts";
import { PageHeader } from "../../shell/PageHeader.tsx";
import { Frame } from "../../shell/Shell.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { Card } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonRows } from "../../ui/Skeleton.tsx";
import { Attention } from "./Attention.tsx";
import { InformationCard, UserCard } from "./Facts.tsx";

/** What fails or runs out is news: each visit asks again. */
const dashboardQuery = { ...query("dashboardGet"), staleTime: 0 };

export default function DashboardPage() {
  const { data, error, isPending, refetch } = useQuery(dashboardQuery);
  useTitle(t("shell.dashboard"));
  return (
    <Frame>
      <PageHeader title={t("shell.dashboard")} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]">
        {/* What comes below it, the other cards and the footer, waits for it: nothing moves after it is drawn. */}
        <div className={cx("flex min-w-0 flex-col gap-4", isPending && "max-xl:min-h-dvh")}>
          {data ? (
            <Attention dashboard={data.dashboard} />
          ) : error ? (
            <Card>
              <ErrorState
                title={t("dashboard.failed")}
                text={describeError(error)}
                onRetry={() => void refetch()}
              />
            </Card>
          ) : (
            <Card flush title={<span className="sr-only">{t("ui.loading")}</span>}>
              <SkeletonRows rows={3} />
            </Card>
          )}
        </div>
        <div className={cx("grid min-w-0 gap-4 md:max-xl:grid-cols-2", isPending && "max-xl:hidden")}>
          <InformationCard />
          <UserCard />
        </div>
      </div>
    </Frame>
  );
}
