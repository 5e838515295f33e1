import { IconChartBar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../../../api/query.ts";
import { bytes } from "../../../../format/bytes.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { Card } from "../../../../ui/Card.tsx";
import { cx } from "../../../../ui/cx.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { useHolding } from "../../holding.ts";
import { dateOf, type Days } from "./traffic-days.ts";
import { TrafficChart } from "./TrafficChart.tsx";

/** What the sites sent and received, day by day; of one height in all its states, so that nothing moves. */
export function TrafficCard() {
  const { id } = useHolding();
  const loaded = useQuery(query("serviceTraffic", { params: { id } }));
  return (
    <Card title={t("hosting.traffic")} className="lg:col-span-2">
      <div className="min-h-60">
        <SectionState query={loaded} rows={7}>
          {({ days }) => (days.every((day) => day.bytes === 0) ? <NoTraffic /> : <Traffic days={days} />)}
        </SectionState>
      </div>
    </Card>
  );
}

const NoTraffic = () => (
  <EmptyState
    icon={<IconChartBar size={20} aria-hidden />}
    title={t("hosting.traffic_empty")}
    text={t("hosting.traffic_empty_text")}
  />
);

const Traffic = ({ days }: { days: Days }) => (
  <>
    <TrafficChart days={days} />
    <details className="mt-3">
      <summary className="w-fit cursor-pointer rounded-sm text-label text-link hover:underline max-sm:py-3">
        {t("hosting.traffic_table")}
      </summary>
      <Table days={days} />
    </details>
  </>
);

const cell = "py-1.5 font-normal";

/** The same in figures, newest first. */
const Table = ({ days }: { days: Days }) => (
  <table className="mt-2 w-full max-w-md text-label tabular-nums">
    <caption className="text-left text-small text-muted">{t("hosting.traffic_utc")}</caption>
    <thead className="border-b border-line text-small text-muted">
      <tr>
        <th scope="col" className={cx(cell, "text-left")}>
          {t("hosting.column_day")}
        </th>
        <th scope="col" className={cx(cell, "text-right")}>
          {t("hosting.column_traffic")}
        </th>
        <th scope="col" className={cx(cell, "text-right")}>
          {t("hosting.column_requests")}
        </th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line">
      {days.toReversed().map(({ day, bytes: count, requests }) => (
        <tr key={day}>
          <th scope="row" className={cx(cell, "text-left")}>
            {dateOf(day)}
          </th>
          <td className={cx(cell, "text-right")}>{bytes(count, locale())}</td>
          <td className={cx(cell, "text-right")}>{requests.toLocaleString(locale())}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
