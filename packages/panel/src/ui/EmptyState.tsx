import type { ReactNode } from "react";

const titleStyle = "text-section font-[620]";

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What this is for. */
  text?: ReactNode;
  /** The first thing to do. */
  action?: ReactNode;
  /** It is all there is: its title is the page's. */
  isPage?: boolean;
}

export const EmptyState = ({ icon, title, text, action, isPage }: EmptyStateProps) => (
  <div className="flex flex-col items-center px-6 py-14 text-center">
    {icon && (
      <span className="mb-4 grid size-11 place-items-center rounded-full bg-subtle text-muted">{icon}</span>
    )}
    {isPage ? <h1 className={titleStyle}>{title}</h1> : <p className={titleStyle}>{title}</p>}
    {text && <p className="mt-1 max-w-md text-pretty text-muted">{text}</p>}
    {action && <div className="mt-5">{action}</div>}
  </div>
);
