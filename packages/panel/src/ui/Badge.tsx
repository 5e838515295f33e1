import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** States first, then hues for kinds of things (record types), which carry no judgement. */
const tones = {
  neutral: "bg-subtle text-muted",
  success: "bg-success-soft text-success",
  danger: "bg-danger-soft text-danger",
  warning: "bg-warning-soft text-warning",
  info: "bg-info-soft text-info",
  blue: "bg-subtle text-blue-700 dark:text-blue-400",
  violet: "bg-subtle text-violet-700 dark:text-violet-400",
  amber: "bg-subtle text-amber-800 dark:text-amber-400",
  teal: "bg-subtle text-teal-800 dark:text-teal-400",
  pink: "bg-subtle text-pink-700 dark:text-pink-400",
  lime: "bg-subtle text-lime-800 dark:text-lime-400",
  slate: "bg-subtle text-slate-700 dark:text-slate-300",
};
export type BadgeTone = keyof typeof tones;

/** `mono` is the square badge of a record type, otherwise a pill. */
export const Badge = ({
  tone = "neutral",
  mono,
  children,
}: {
  tone?: BadgeTone;
  mono?: boolean;
  children: ReactNode;
}) => (
  <span
    className={cx(
      "inline-flex items-center gap-1 text-2xs whitespace-nowrap",
      mono
        ? "rounded-md border border-line px-1.5 py-0.5 font-mono font-bold"
        : "rounded-full px-2 py-0.5 font-semibold",
      tones[tone],
    )}
  >
    {children}
  </span>
);
