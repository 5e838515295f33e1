import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cx } from "../ui/cx.ts";

/** Links are `aria-current` on their own page only, not on those below it. */
export const ownPage = { exact: true, includeSearch: false };

export interface NavLinkProps {
  href: string;
  icon: ReactNode;
  children: ReactNode;
  /** A part of the entry above it. */
  isIndented?: boolean;
}

/** An entry of a side menu. The one of the page itself is `aria-current`, and its code is fetched ahead on intent. */
export const NavLink = ({ href, icon, children, isIndented }: NavLinkProps) => (
  <Link
    to={href}
    activeOptions={ownPage}
    className={cx(
      "flex h-8.5 items-center gap-3 rounded-control px-2.5 font-medium text-muted transition-colors hover:bg-subtle hover:text-ink max-lg:h-11",
      "aria-[current=page]:bg-soft aria-[current=page]:text-link",
      isIndented && "ml-5",
    )}
  >
    {icon}
    {children}
  </Link>
);
