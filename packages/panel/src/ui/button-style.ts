import { cx } from "./cx.ts";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const base =
  "relative inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-control border font-semibold whitespace-nowrap transition-colors select-none disabled:cursor-default disabled:opacity-50";

const variants: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-primary text-white hover:bg-primary-hover pressed:bg-primary-hover",
  secondary: "border-line bg-surface text-ink hover:bg-subtle pressed:bg-subtle",
  ghost: "border-transparent text-muted hover:bg-subtle hover:text-ink pressed:bg-subtle pressed:text-ink",
  danger: "border-transparent bg-danger-button text-white hover:bg-danger-hover pressed:bg-danger-hover",
};
/** 44 px targets on phones (look), 28, 34 and 40 px elsewhere. */
const sizes: Record<ButtonSize, { text: string; square: string }> = {
  sm: { text: "h-7 px-2.5 text-small max-sm:h-11 max-sm:px-3.5", square: "size-7 max-sm:size-11" },
  md: { text: "h-8.5 px-3 text-label max-sm:h-11 max-sm:px-4", square: "size-8.5 max-sm:size-11" },
  lg: { text: "h-10 px-4 text-sm max-sm:h-11", square: "size-10 max-sm:size-11" },
};

export const buttonStyle = ({
  variant = "secondary",
  size = "md",
  square = false,
}: { variant?: ButtonVariant; size?: ButtonSize; square?: boolean } = {}): string =>
  cx(base, variants[variant], square ? sizes[size].square : sizes[size].text);
