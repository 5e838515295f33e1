import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface Segment<Id extends string> {
  id: Id;
  label: string;
  icon?: ReactNode;
  count?: number;
}
export interface SegmentedProps<Id extends string> {
  /** What is being chosen, for screen readers. */
  label: string;
  segments: readonly Segment<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  className?: string;
}

/** One of a few, all visible; as a filter each shows how many there are. */
export const Segmented = <Id extends string>({
  label,
  segments,
  value,
  onChange,
  className,
}: SegmentedProps<Id>) => (
  <ToggleButtonGroup
    aria-label={label}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[value]}
    onSelectionChange={([id]) => {
      const chosen = segments.find((segment) => segment.id === id);
      if (chosen) onChange(chosen.id);
    }}
    className={cx("flex flex-wrap gap-0.5 rounded-control border border-line bg-surface p-[3px]", className)}
  >
    {segments.map(({ id, label: words, icon, count }) => (
      <ToggleButton
        key={id}
        id={id}
        className="flex h-7 cursor-pointer items-center gap-2 rounded-md px-2.5 text-label font-medium text-muted transition-colors hover:text-ink selected:bg-subtle selected:font-semibold selected:text-ink max-sm:h-11 max-sm:px-3.5"
      >
        {icon}
        {words}
        {count !== undefined && <span className="text-2xs tabular-nums">{count}</span>}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
