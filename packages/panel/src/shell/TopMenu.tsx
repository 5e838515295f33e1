import { Link, useLocation } from "@tanstack/react-router";
import { t } from "../i18n/i18n.ts";
import { paths } from "../paths.ts";
import { useFirstList } from "../session/holdings.ts";
import { cx } from "../ui/cx.ts";
import { ownPage } from "./NavLink.tsx";

const link =
  "flex h-8.5 items-center rounded-control px-3 font-medium transition-colors hover:text-ink max-sm:h-11";
const stateOf = (isCurrent: boolean) => (isCurrent ? "bg-subtle text-ink" : "text-muted");

/** Dashboard and domains. Phones have no room for it in the header: there it stands in the side menu. */
export function TopMenu({ className }: { className: string }) {
  const list = useFirstList();
  const { pathname } = useLocation();
  const isInDomains = /^\/admin\/(?:\d+|domain|service|mail)\//.test(pathname);
  const isDashboard = pathname === paths.dashboard;
  return (
    <nav aria-label={t("shell.main_menu")} className={cx("flex gap-1", className)}>
      <Link to={paths.dashboard} activeOptions={ownPage} className={cx(link, stateOf(isDashboard))}>
        {t("shell.dashboard")}
      </Link>
      {list !== null && (
        <Link
          to={list}
          activeOptions={ownPage}
          aria-current={isInDomains ? "true" : undefined}
          className={cx(link, stateOf(isInDomains))}
        >
          {t("shell.domains")}
        </Link>
      )}
    </nav>
  );
}
