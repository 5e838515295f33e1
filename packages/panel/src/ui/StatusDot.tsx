import { cx } from "./cx.ts";
import { HintText } from "./Tooltip.tsx";

export interface StatusDotProps {
  label: string;
  isExpired: boolean;
  /** The tooltip: colour alone says nothing to some. */
  hint: string;
}

export const StatusDot = ({ label, isExpired, hint }: StatusDotProps) => (
  <HintText
    text={hint}
    label={`${label}: ${hint}`}
    className="inline-flex items-center gap-2 text-label text-muted max-sm:min-h-6"
  >
    <span
      className={cx(
        "size-2 rounded-full ring-3",
        isExpired
          ? "bg-red-600 ring-red-600/20 dark:bg-red-400"
          : "bg-green-600 ring-green-600/20 dark:bg-green-400",
      )}
    />
    {label}
  </HintText>
);
