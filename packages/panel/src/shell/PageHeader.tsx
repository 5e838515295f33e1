import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "./Breadcrumbs.tsx";

export interface PageHeaderProps {
  crumbs?: readonly Crumb[];
  title: ReactNode;
  /** A line under the title: the status strip. */
  children?: ReactNode;
  /** On the right, exactly one of them primary. */
  actions?: ReactNode;
}

/** Where you are, and what you can do here. */
export const PageHeader = ({ crumbs, title, children, actions }: PageHeaderProps) => (
  <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
    <div className="min-w-0">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <h1 className="mt-1 text-title font-[650] tracking-[-0.015em] wrap-anywhere">{title}</h1>
      {children}
    </div>
    {actions && <div className="flex flex-wrap gap-2 max-sm:w-full">{actions}</div>}
  </div>
);
