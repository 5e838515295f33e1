import type { ReactNode } from "react";

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What this is for. */
  text?: ReactNode;
  /** The first thing to do. */
  action?: ReactNode;
}

export const EmptyState = ({ icon, title, text, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center px-6 py-14 text-center">
    {icon && (
      <span className="mb-4 grid size-11 place-items-center rounded-full bg-subtle text-muted">{icon}</span>
    )}
    <p className="text-section font-[620]">{title}</p>
    {text && <p className="mt-1 max-w-md text-pretty text-muted">{text}</p>}
    {action && <div className="mt-5">{action}</div>}
  </div>
);
