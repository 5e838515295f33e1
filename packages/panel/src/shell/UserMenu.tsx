import { IconChevronDown, IconLayoutDashboard, IconLogout, IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { toastError } from "../api/action.ts";
import { t } from "../i18n/i18n.ts";
import { paths } from "../paths.ts";
import { signOut, useUser } from "../session/session.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { cx } from "../ui/cx.ts";
import { option } from "../ui/float-style.ts";
import { PopoverMenu } from "../ui/PopoverMenu.tsx";
import { ownPage } from "./NavLink.tsx";

const item = { role: "menuitem", tabIndex: -1, className: cx(option, "w-full") };
const link = { ...item, activeOptions: ownPage };

export function UserMenu() {
  const { user } = useUser();
  return (
    <PopoverMenu
      label={t("shell.user_menu", { user })}
      variant="ghost"
      className="text-ink!"
      menuClassName="top-13 right-4"
      trigger={
        <>
          <Avatar name={user} />
          <span className="max-w-40 truncate max-sm:sr-only">{user}</span>
          <IconChevronDown size={15} aria-hidden className="text-muted max-sm:hidden" />
        </>
      }
    >
      <Link to={paths.dashboard} {...link}>
        <IconLayoutDashboard size={16} aria-hidden />
        {t("shell.dashboard")}
      </Link>
      <Link to={paths.preferences} {...link}>
        <IconSettings size={16} aria-hidden />
        {t("shell.preferences")}
      </Link>
      <button type="button" {...item} onClick={() => void signOut().catch(toastError)}>
        <IconLogout size={16} aria-hidden />
        {t("shell.logout")}
      </button>
    </PopoverMenu>
  );
}
