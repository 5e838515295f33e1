import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { IconLayoutGrid, IconSearchOff } from "@tabler/icons-react";
import { describeError } from "../../../../api/errors.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Card } from "../../../../ui/Card.tsx";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../../ui/ErrorState.tsx";
import { Paginator } from "../../../../ui/Paginator.tsx";
import { SkeletonRows } from "../../../../ui/Skeleton.tsx";
import { useHolding } from "../../holding.ts";
import { WebTable } from "../WebTable.tsx";
import { pageSize, type SiteGroup } from "./site-groups.ts";
import { SiteRows } from "./SiteRows.tsx";

export interface SiteListProps {
  /** What the filter leaves; undefined until loaded. */
  groups: readonly SiteGroup[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** Undefined where nothing is filtered. */
  onClearFilter: (() => void) | undefined;
  page: number;
  onPage: (page: number) => void;
}

/** The list in each of its states, all of one frame, so that nothing moves from one to the next. */
export function SiteList({ groups, error, onRetry, onClearFilter, page, onPage }: SiteListProps) {
  const { reference } = useHolding();
  const name = toUnicode(reference);
  if (groups === undefined)
    return (
      <Card flush>
        {error ? (
          <ErrorState title={t("hosting.sites_failed")} text={describeError(error)} onRetry={onRetry} />
        ) : (
          <SkeletonRows rows={6} columns={["w-5", "w-1/5", "w-1/3", "w-24"]} />
        )}
      </Card>
    );
  if (groups.length === 0)
    return <Card flush>{onClearFilter ? <NoMatch onClear={onClearFilter} /> : <NoSites name={name} />}</Card>;
  return (
    <Card flush>
      <WebTable label={t("hosting.sites_table", { name })} target={t("hosting.column_folder")}>
        {groups.slice((page - 1) * pageSize, page * pageSize).map((group) => (
          <SiteRows key={group.name} group={group} />
        ))}
      </WebTable>
      <Paginator page={page} pageSize={pageSize} total={groups.length} onPage={onPage} />
    </Card>
  );
}

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={<IconSearchOff size={20} aria-hidden />}
    title={t("hosting.no_match")}
    text={t("hosting.no_match_text")}
    action={<Button onPress={onClear}>{t("hosting.filter_clear")}</Button>}
  />
);

const NoSites = ({ name }: { name: string }) => (
  <EmptyState
    icon={<IconLayoutGrid size={20} aria-hidden />}
    title={t("hosting.sites_empty")}
    text={t("hosting.sites_empty_text", { name })}
  />
);
