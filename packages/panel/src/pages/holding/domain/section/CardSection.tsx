import { type ReactNode, useId } from "react";

export interface CardSectionProps {
  title: string;
  /** Beside the title, such as a state. */
  mark?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a card that holds several, with a line between them. */
export function CardSection({ title, mark, action, children }: CardSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="py-4">
      <header className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 id={id} className="text-section font-[620]">
            {title}
          </h2>
          {mark}
        </span>
        {action}
      </header>
      {children}
    </section>
  );
}
