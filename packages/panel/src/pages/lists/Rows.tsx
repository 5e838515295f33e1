import type { HoldingKind } from "@atrio/contract";
import { IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/i18n.ts";
import { holdingPaths } from "../../paths.ts";
import { Badge } from "../../ui/Badge.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import type { NamedEntry } from "./use-list.ts";

/** Of one height whatever is in it, so that a row takes the place of its skeleton without moving another. */
const rowStyle = "relative flex h-11.5 items-center gap-4 px-4 max-sm:h-19";
const factsStyle =
  "flex min-w-0 flex-1 items-center justify-between gap-x-4 gap-y-2 max-sm:flex-col max-sm:items-start";

export interface RowsProps {
  /** What "Manage" leads to. */
  kind: HoldingKind;
  entries: readonly NamedEntry[];
  label: string;
  /** These are of the filter before; the new ones are on their way. */
  isStale: boolean;
}

export const Rows = ({ kind, entries, label, isStale }: RowsProps) => (
  <ul
    aria-label={label}
    aria-busy={isStale}
    className={cx("divide-y divide-line transition-opacity", isStale && "opacity-60 delay-400")}
  >
    {entries.map((entry) => (
      <Row key={entry.id} kind={kind} entry={entry} />
    ))}
  </ul>
);

function Row({ kind, entry }: { kind: HoldingKind; entry: NamedEntry }) {
  const { id, reference, name, hasDomain, hasService, hasMail, domainStatus } = entry;
  return (
    <li className={cx(rowStyle, "hover:bg-subtle/50")}>
      <span className={factsStyle}>
        <span
          title={name === reference ? undefined : reference}
          className="max-w-full truncate font-mono text-label max-sm:text-sm max-sm:font-semibold"
        >
          {name}
        </span>
        <span className="flex shrink-0 gap-1.5">
          {hasDomain && (
            <Badge tone={domainStatus ? "warning" : "neutral"}>
              {t("lists.has_domain")}
              {domainStatus && `: ${domainStatus}`}
            </Badge>
          )}
          {hasService && <Badge>{t("lists.has_service")}</Badge>}
          {hasMail && <Badge>{t("lists.has_mail")}</Badge>}
        </span>
      </span>
      {/* On a phone the whole card is its target. */}
      <Link
        to={holdingPaths[kind](id)}
        aria-label={t("lists.manage_one", { name })}
        className={cx(
          buttonStyle({ size: "sm" }),
          "max-sm:static! max-sm:after:absolute max-sm:after:inset-0",
        )}
      >
        <IconSettings size={15} aria-hidden />
        {t("lists.manage")}
      </Link>
    </li>
  );
}

/** In the place of each part of a row; seen only after 400 ms. */
export const RowSkeletons = ({ count }: { count: number }) => (
  <output aria-label={t("ui.loading")} className="block divide-y divide-line">
    {Array.from({ length: count }, (_, row) => (
      <span key={row} className={rowStyle}>
        <span className={factsStyle}>
          <Skeleton className="w-2/5" />
          <span className="flex gap-1.5">
            <Skeleton className="h-5 w-16 rounded-full" />
            <Skeleton className="h-5 w-16 rounded-full" />
          </span>
        </span>
        <Skeleton className="h-7 w-27 max-sm:h-11" />
      </span>
    ))}
  </output>
);
