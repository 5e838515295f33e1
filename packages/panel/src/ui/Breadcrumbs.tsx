import { IconChevronRight } from "@tabler/icons-react";
import { Breadcrumb, Breadcrumbs as AriaBreadcrumbs } from "react-aria-components/Breadcrumbs";
import { Link } from "react-aria-components/Link";
import { t } from "../i18n/i18n.ts";

export interface Crumb {
  label: string;
  /** Left out where there is nothing to go to: the page itself. */
  href?: string;
}

export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label={t("ui.crumbs")}>
    <AriaBreadcrumbs className="flex flex-wrap items-center gap-1.5 text-small text-muted">
      {crumbs.map(({ label, href }, index) => (
        <Breadcrumb key={label} className="flex min-w-0 items-center gap-1.5">
          <Link
            href={href}
            className="truncate rounded-sm not-current:hover:text-ink not-current:hover:underline"
          >
            {label}
          </Link>
          {index < crumbs.length - 1 && <IconChevronRight size={13} aria-hidden className="shrink-0" />}
        </Breadcrumb>
      ))}
    </AriaBreadcrumbs>
  </nav>
);
