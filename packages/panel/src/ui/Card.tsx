import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

export interface CardProps {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Without inner margin: for lists that reach the edge. */
  flush?: boolean;
  className?: string;
}

export function Card({ title, actions, children, flush, className }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={cx(
        "min-w-0 rounded-card border border-line bg-surface",
        flush ? "overflow-hidden" : "p-5",
        className,
      )}
    >
      {title !== undefined && (
        <header className={cx("flex min-h-7 items-center justify-between gap-3", flush ? "m-5" : "mb-4")}>
          <h2 id={id} className="text-section font-[620]">
            {title}
          </h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
