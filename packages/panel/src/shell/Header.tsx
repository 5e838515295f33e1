import { IconMenu2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { t } from "../i18n/i18n.ts";
import { paths } from "../paths.ts";
import { useConfig } from "../session/config.ts";
import { cx } from "../ui/cx.ts";
import { NativeButton } from "../ui/NativeButton.tsx";
import { hasFullLogo, HeaderLogo } from "./Logo.tsx";
import { ownPage } from "./NavLink.tsx";
import { PaletteButton } from "./PaletteButton.tsx";
import { ThemeButton } from "./ThemeButton.tsx";
import { TopMenu } from "./TopMenu.tsx";
import { UserMenu } from "./UserMenu.tsx";

export interface HeaderProps {
  isMenuOpen: boolean;
  onOpenMenu: () => void;
}

export function Header({ isMenuOpen, onOpenMenu }: HeaderProps) {
  const config = useConfig();
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center border-b border-line bg-surface pr-4 pl-5 max-lg:pl-2 max-sm:pr-1">
      <NativeButton
        variant="ghost"
        icon={<IconMenu2 size={20} aria-hidden />}
        aria-label={t("shell.open_menu")}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={onOpenMenu}
        className="lg:hidden"
      />
      <Link
        to={paths.dashboard}
        activeOptions={ownPage}
        className={cx(
          "flex min-w-0 items-center gap-2.5 rounded-control font-[650] max-lg:px-2 max-sm:min-h-11 max-lg:py-2",
          hasFullLogo(config) ? "lg:w-80" : "lg:w-[229px]",
        )}
      >
        <HeaderLogo config={config} />
        <span className="truncate text-base">{config.company}</span>
      </Link>
      <TopMenu className="max-lg:ml-2 max-sm:hidden" />
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-3 sm:pl-3">
        <PaletteButton />
        {/* The narrowest phones keep the room for the company's name; the preferences have the theme too. */}
        <span className="max-[23.9rem]:hidden">
          <ThemeButton />
        </span>
        <UserMenu />
      </div>
    </header>
  );
}
