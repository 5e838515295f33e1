import type { Calls, ReplyOf } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../../../api/query.ts";
import { bytes } from "../../../../format/bytes.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { Card } from "../../../../ui/Card.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { useHolding } from "../../holding.ts";

type Days = ReplyOf<Calls["serviceTraffic"]>["days"];

/** What the sites sent and received, day by day. */
export function TrafficCard() {
  const { id } = useHolding();
  const loaded = useQuery(query("serviceTraffic", { params: { id } }));
  return (
    <Card title={t("hosting.traffic")} className="lg:col-span-2">
      <SectionState query={loaded} rows={4}>
        {({ days }) => <Bars days={days} />}
      </SectionState>
    </Card>
  );
}

/** As the server counts: days in UTC. */
const dateOf = (day: string | undefined) =>
  day === undefined
    ? ""
    : new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", timeZone: "UTC" }).format(
        new Date(day),
      );

/** The busiest day is as high as the chart; a day with anything at all is seen. */
const heightOf = (count: number, most: number) =>
  count === 0 ? "1px" : `max(4px, ${(count / most) * 100}%)`;

function Bars({ days }: { days: Days }) {
  const most = Math.max(...days.map((day) => day.bytes));
  return (
    <>
      <ol aria-label={t("hosting.traffic")} className="flex items-end gap-0.5" style={{ height: "96px" }}>
        {days.map(({ day, bytes: count, requests }) => {
          const words = t("hosting.traffic_day", {
            day: dateOf(day),
            size: bytes(count, locale()),
            requests,
          });
          return (
            <li
              key={day}
              title={words}
              className={count === 0 ? "flex-1 bg-line" : "flex-1 rounded-sm bg-link"}
              style={{ height: heightOf(count, most) }}
            >
              <span className="sr-only">{words}</span>
            </li>
          );
        })}
      </ol>
      <p aria-hidden className="mt-2 flex justify-between text-small text-muted">
        <span>{dateOf(days[0]?.day)}</span>
        <span>{dateOf(days.at(-1)?.day)}</span>
      </p>
    </>
  );
}
