import { cx } from "./cx.ts";
import { HintText } from "./Tooltip.tsx";

const tones = {
  success: "bg-green-600 ring-green-600/20 dark:bg-green-400",
  warning: "bg-amber-500 ring-amber-500/20 dark:bg-amber-400",
  danger: "bg-red-600 ring-red-600/20 dark:bg-red-400",
};
export type DotTone = keyof typeof tones;

export interface StatusDotProps {
  label: string;
  tone: DotTone;
  /** The tooltip: colour alone says nothing to some. */
  hint: string;
}

export const StatusDot = ({ label, tone, hint }: StatusDotProps) => (
  <HintText
    text={hint}
    label={`${label}: ${hint}`}
    className="inline-flex items-center gap-2 text-label text-muted max-sm:min-h-6"
  >
    <span className={cx("size-2 rounded-full ring-3", tones[tone])} />
    {label}
  </HintText>
);
