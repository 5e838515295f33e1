import type { HoldingKind } from "@atrio/contract";
import { IconWorldSearch } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { describeError } from "../../api/errors.ts";
import { t } from "../../i18n/i18n.ts";
import { useHoldingCounts } from "../../session/holdings.ts";
import { PageHeader } from "../../shell/PageHeader.tsx";
import { Frame } from "../../shell/Shell.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { moveFocus } from "../../ui/move-focus.ts";
import { NativeButton } from "../../ui/NativeButton.tsx";
import { Paginator } from "../../ui/Paginator.tsx";
import { ListFilter } from "./ListFilter.tsx";
import { Rows, RowSkeletons } from "./Rows.tsx";
import { pageSize, useList } from "./use-list.ts";

/** The list of domains, services or mail. Its filter and its page are the address's. */
export function ListPage({ kind }: { kind: HoldingKind }) {
  const { q, page, data, error, isStale, retry, setFilter, setPage } = useList(kind);
  const known = useHoldingCounts()?.[kind];
  // Until the first answer, as many as the menus know of; of a filter nobody knows.
  const expected = q === "" ? known : undefined;
  const total = data?.total ?? expected;
  const title = t(`shell.list_${kind}`);
  useTitle(title);
  return (
    <Frame>
      <PageHeader title={title}>
        <output className="mt-1 block min-h-5 text-label text-muted tabular-nums">
          {total !== undefined && t(`lists.count_${kind}`, { total })}
        </output>
      </PageHeader>
      <ArrowKeys>
        <ListFilter value={q} onChange={setFilter} />
        <Card flush className="mt-3">
          {data ? (
            data.entries.length > 0 ? (
              <Rows kind={kind} entries={data.entries} label={title} isStale={isStale} />
            ) : (
              <Nothing kind={kind} filter={q} onClear={() => setFilter("")} />
            )
          ) : error ? (
            <ErrorState title={t("lists.failed")} text={describeError(error)} onRetry={retry} />
          ) : (
            <RowSkeletons count={Math.min(pageSize, expected ?? pageSize)} />
          )}
          {!error && total !== undefined && (
            <Paginator page={page} pageSize={pageSize} total={total} onPage={setPage} />
          )}
        </Card>
      </ArrowKeys>
    </Frame>
  );
}

/** Down from the filter into the list, and up and down from one row to the next. */
function ArrowKeys({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== "ArrowDown" && key !== "ArrowUp") return;
    if (!(target instanceof HTMLElement) || !target.matches("input, li a")) return;
    const controls = region.current?.querySelectorAll<HTMLElement>("input, li a") ?? [];
    if (moveFocus([...controls], key)) event.preventDefault();
  };
  return (
    <div ref={region} role="presentation" onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

const Nothing = ({ kind, filter, onClear }: { kind: HoldingKind; filter: string; onClear: () => void }) =>
  filter === "" ? (
    <EmptyState
      icon={<IconWorldSearch size={20} aria-hidden />}
      title={t(`lists.empty_${kind}`)}
      text={t("lists.empty_text")}
    />
  ) : (
    <EmptyState
      icon={<IconWorldSearch size={20} aria-hidden />}
      title={t("lists.no_match", { filter })}
      text={t("lists.no_match_text")}
      action={<NativeButton onClick={onClear}>{t("ui.clear")}</NativeButton>}
    />
  );
