import type { Calls, ReplyOf } from "@atrio/contract";
import { IconRoute, IconSearchOff } from "@tabler/icons-react";
import { describeError } from "../../../api/errors.ts";
import { t } from "../../../i18n/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { SkeletonRows } from "../../../ui/Skeleton.tsx";
import { RecordTable, type RecordTableProps } from "./RecordTable.tsx";
import { pageSize } from "./zone-queries.ts";

export interface ZoneListProps extends Omit<RecordTableProps, "records"> {
  list: ReplyOf<Calls["dnsList"]> | undefined;
  error: Error | null;
  onRetry: () => void;
  isFiltered: boolean;
  onClearFilter: () => void;
  /** Undefined where nothing can be created. */
  onNew: (() => void) | undefined;
  page: number;
  onPage: (page: number) => void;
}

/** The list in each of its states, all of one frame, so that nothing moves from one to the next. */
export function ZoneList(props: ZoneListProps) {
  const { list, error, onRetry, isFiltered, onClearFilter, page, onPage, ...table } = props;
  if (!list) {
    return (
      <Card flush>
        {error ? (
          <ErrorState title={t("zone.error")} text={describeError(error)} onRetry={onRetry} />
        ) : (
          <SkeletonRows rows={pageSize} columns={["w-10", "w-1/5", "w-2/5", "w-12"]} />
        )}
      </Card>
    );
  }
  if (list.dnss.length > 0) {
    return (
      <Card flush>
        <RecordTable {...table} records={list.dnss} />
        <Paginator page={page} pageSize={pageSize} total={list.total} onPage={onPage} />
      </Card>
    );
  }
  return <Card flush>{isFiltered ? <NoMatch onClear={onClearFilter} /> : <EmptyZone {...table} />}</Card>;
}

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={<IconSearchOff size={20} aria-hidden />}
    title={t("zone.no_match")}
    text={t("zone.no_match_text")}
    action={<Button onPress={onClear}>{t("zone.filter_clear")}</Button>}
  />
);

const EmptyZone = ({ zone, onNew }: Pick<ZoneListProps, "zone" | "onNew">) => (
  <EmptyState
    icon={<IconRoute size={20} aria-hidden />}
    title={t("zone.empty")}
    text={t("zone.empty_text", { reference: zone })}
    action={
      onNew && (
        <Button variant="primary" onPress={onNew}>
          {t("zone.new")}
        </Button>
      )
    }
  />
);
