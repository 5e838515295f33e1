import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { t } from "../i18n/i18n.ts";
import { ownPage } from "./NavLink.tsx";

export interface Crumb {
  label: string;
  /** Left out where there is nothing to go to: the page itself. */
  href?: string;
}

export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label={t("ui.crumbs")}>
    <ol className="flex flex-wrap items-center gap-1.5 text-small text-muted">
      {crumbs.map(({ label, href }, index) => (
        <li key={label} className="flex min-w-0 items-center gap-1.5">
          {href === undefined ? (
            <span aria-current={index === crumbs.length - 1 ? "page" : undefined} className="truncate">
              {label}
            </span>
          ) : (
            <Link
              to={href}
              activeOptions={ownPage}
              className="truncate rounded-sm hover:text-ink hover:underline"
            >
              {label}
            </Link>
          )}
          {index < crumbs.length - 1 && <IconChevronRight size={13} aria-hidden className="shrink-0" />}
        </li>
      ))}
    </ol>
  </nav>
);
