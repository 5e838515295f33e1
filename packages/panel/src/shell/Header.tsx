import {
  IconChevronDown,
  IconLayoutDashboard,
  IconLogout,
  IconMenu2,
  IconSettings,
} from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { toastError } from "../api/action.ts";
import { t } from "../i18n/i18n.ts";
import { paths } from "../paths.ts";
import { useConfig } from "../session/config.ts";
import { useFirstList } from "../session/holdings.ts";
import { signOut, useUser } from "../session/session.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { cx } from "../ui/cx.ts";
import { Menu } from "../ui/Menu.tsx";
import { Logo } from "./Logo.tsx";
import { ThemeButton } from "./ThemeButton.tsx";

export function Header({ onOpenMenu }: { onOpenMenu: () => void }) {
  const config = useConfig();
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center border-b border-line bg-surface pr-4 pl-5 max-lg:pl-2">
      <Button
        variant="ghost"
        icon={<IconMenu2 size={20} />}
        aria-label={t("shell.open_menu")}
        onPress={onOpenMenu}
        className="lg:hidden"
      />
      <Link
        to={paths.dashboard}
        className="flex min-w-0 items-center gap-2.5 rounded-control font-[650] lg:w-[229px] max-lg:px-2 max-lg:py-2"
      >
        <Logo config={config} />
        <span className="truncate text-base">{config.company}</span>
      </Link>
      <TopMenu />
      <div className="ml-auto flex items-center gap-1 sm:gap-3">
        <ThemeButton />
        <UserMenu />
      </div>
    </header>
  );
}

const topLink =
  "flex h-8.5 items-center rounded-control px-3 font-medium transition-colors hover:text-ink max-sm:h-11";
const stateOf = (isCurrent: boolean) => (isCurrent ? "bg-subtle text-ink" : "text-muted");

function TopMenu() {
  const list = useFirstList();
  const { pathname } = useLocation();
  const isInDomains = /^\/admin\/(?:\d+|domain|service|mail)\//.test(pathname);
  const isDashboard = pathname === paths.dashboard;
  return (
    <nav aria-label={t("shell.main_menu")} className="flex gap-1 max-sm:hidden">
      <Link
        to={paths.dashboard}
        aria-current={isDashboard ? "page" : undefined}
        className={cx(topLink, stateOf(isDashboard))}
      >
        {t("shell.dashboard")}
      </Link>
      {list !== null && (
        <Link
          to={list}
          aria-current={isInDomains ? "true" : undefined}
          className={cx(topLink, stateOf(isInDomains))}
        >
          {t("shell.domains")}
        </Link>
      )}
    </nav>
  );
}

function UserMenu() {
  const { user } = useUser();
  const label = t("shell.user_menu", { user });
  return (
    <Menu
      label={label}
      trigger={
        <Button variant="ghost" className="text-ink!">
          <Avatar name={user} />
          <span className="max-w-40 truncate max-sm:sr-only">{user}</span>
          <IconChevronDown size={15} className="text-muted" />
        </Button>
      }
      actions={[
        {
          id: "dashboard",
          label: t("shell.dashboard"),
          icon: <IconLayoutDashboard size={16} />,
          href: paths.dashboard,
        },
        {
          id: "preferences",
          label: t("shell.preferences"),
          icon: <IconSettings size={16} />,
          href: paths.preferences,
        },
        {
          id: "logout",
          label: t("shell.logout"),
          icon: <IconLogout size={16} />,
          onAction: () => void signOut().catch(toastError),
        },
      ]}
    />
  );
}
