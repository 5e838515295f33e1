import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useContext } from "react";
import { OverlayTriggerStateContext } from "react-aria-components/Dialog";
import { describeError } from "../../../../api/errors.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Skeleton } from "../../../../ui/Skeleton.tsx";
import { useRefusedLoad } from "../../dialogs/use-refused-load.ts";

export interface SectionStateProps<T> {
  query: UseQueryResult<T>;
  /** As many as its shape has. */
  rows?: number;
  children: (data: T) => ReactNode;
}

/** What a part of a card or dialog loads: its shape after 400 ms, what went wrong and again, or the thing itself. */
export function SectionState<T>({ query, rows = 2, children }: SectionStateProps<T>) {
  const { data, error, refetch } = query;
  const dialog = useContext(OverlayTriggerStateContext);
  useRefusedLoad(error, dialog ? () => dialog.close() : undefined);
  if (data !== undefined) return children(data);
  if (!error) return <Bars rows={rows} />;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-label text-danger">
      <span className="min-w-48 flex-1 text-pretty">{describeError(error)}</span>
      <Button size="sm" onPress={() => void refetch()}>
        {t("ui.retry")}
      </Button>
    </div>
  );
}

/** As high as the rows that take their place. */
export const Bars = ({ rows }: { rows: number }) => (
  <output aria-label={t("ui.loading")} className="block">
    {Array.from({ length: rows }, (_, row) => (
      <span key={row} className="flex h-7 items-center">
        <Skeleton className="w-1/3" />
      </span>
    ))}
  </output>
);
