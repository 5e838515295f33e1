import type { Service } from "@atrio/contract";
import { bytes } from "../../../../format/bytes.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { Card } from "../../../../ui/Card.tsx";
import { useHolding } from "../../holding.ts";
import { usageLevel } from "../../usage-level.ts";
import { UsageMeter } from "../../UsageMeter.tsx";
import { useMeasured } from "./use-measured.ts";

type Usage = Service["usage"];
const rows = ["spaceWeb", "traffic", "spaceBbdd", "BBDD"] as const satisfies readonly (keyof Usage)[];

/** Specification 2, section 9: "percent = used / limit x 100, 2 decimals". */
const percentage = (percent: number) =>
  new Intl.NumberFormat(locale(), {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(percent / 100);

const measured = (name: (typeof rows)[number], count: number) =>
  name === "BBDD" ? count.toLocaleString(locale()) : bytes(count, locale());

export function UsageCard({ usage }: { usage: Usage }) {
  useMeasured(useHolding().id);
  return (
    <Card title={t("hosting.usage")}>
      <ul className="divide-y divide-line">
        {rows.map((name) => (
          <UsageRow key={name} name={name} {...usage[name]} isMetered={isMetered(name, usage)} />
        ))}
      </ul>
    </Card>
  );
}

/** Until there is a database nothing of them can run full. */
const isMetered = (name: (typeof rows)[number], { BBDD }: Usage) =>
  BBDD.used > 0 || name === "spaceWeb" || name === "traffic";

interface UsageRowProps {
  name: (typeof rows)[number];
  used: number;
  limit: number | null;
  isMetered: boolean;
}

/** A limit of nothing is something that the service does not come with: then there is no share of it. */
function UsageRow({ name, used, limit, isMetered }: UsageRowProps) {
  const level = limit && isMetered ? usageLevel(used, limit) : undefined;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-medium">{t(`hosting.usage_${name}`)}</span>
        <span className="text-label text-muted tabular-nums">
          {limit === null
            ? t("hosting.used", { used: measured(name, used) })
            : t("hosting.used_of", { used: measured(name, used), limit: measured(name, limit) })}
          {level && ` · ${percentage(level.percent)}`}
        </span>
      </p>
      {level && <UsageMeter {...level} className="mt-2 block" />}
      {level && level.tone !== "ordinary" && (
        <p
          className={level.tone === "danger" ? "mt-1 text-small text-danger" : "mt-1 text-small text-warning"}
        >
          {level.percent >= 100
            ? t(`hosting.full_${name}`)
            : t("hosting.usage_nearly_full", { what: t(`hosting.usage_${name}`) })}
        </p>
      )}
    </li>
  );
}
