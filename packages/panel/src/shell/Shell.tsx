import { useLocation } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { useConfig } from "../session/config.ts";
import { useSessionExpired } from "../session/session.ts";
import { Header } from "./Header.tsx";
import { MainMenu } from "./MainMenu.tsx";
import { MobileMenu } from "./MobileMenu.tsx";
import { SideMenu } from "./SideMenu.tsx";

const year = new Date().getFullYear();

/** What is around every page of a signed-in user; `menu` is the left menu, the general one when left out. */
export function Frame({ menu, children }: { menu?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation();
  /** The page on which it was opened: going to another closes it. */
  const [menuOpenAt, setMenuOpenAt] = useState<string | null>(null);
  const { company } = useConfig();
  const main = useFocusOnNavigation(pathname);
  const sections = menu === undefined ? <MainMenu /> : menu;
  const isExpired = useSessionExpired();
  // The browser's modal dialog would lie over the one to sign in again, and hold the focus.
  const isMenuOpen = menuOpenAt === pathname && !isExpired;
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-30 rounded-control bg-primary px-3 py-2 font-semibold text-white not-focus:sr-only"
      >
        {t("shell.skip")}
      </a>
      <Header isMenuOpen={isMenuOpen} onOpenMenu={() => setMenuOpenAt(pathname)} />
      <div className="flex">
        <aside className="sticky top-14 h-[calc(100dvh-3.5rem)] w-62 shrink-0 overflow-y-auto border-r border-line max-lg:hidden">
          <SideMenu>{sections}</SideMenu>
        </aside>
        <MobileMenu isOpen={isMenuOpen} onClose={() => setMenuOpenAt(null)}>
          {sections}
        </MobileMenu>
        <div className="flex min-h-[calc(100dvh-3.5rem)] min-w-0 flex-1 flex-col px-9 py-7 max-sm:px-4 max-sm:py-5">
          <main id="content" ref={main} tabIndex={-1} className="w-full max-w-[1180px] flex-1">
            <Suspense>{children}</Suspense>
          </main>
          {/* Not seen before what is above it: nothing moves after it is drawn. */}
          <footer className="pt-10 text-label text-muted in-[:has(>main_output[aria-label])]:invisible">
            © {year} {company}
          </footer>
        </div>
      </div>
    </>
  );
}

/** Each page draws a frame of its own: what the last one showed is kept outside of them. */
let drawn: { readonly main: HTMLElement | null; readonly pathname: string } | null = null;
const isInDialog = () => document.activeElement?.closest("[role=dialog], [role=alertdialog]") ?? false;

/** A new page starts being read at its content, not where the link was. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const isNew = drawn !== null && (drawn.pathname !== pathname || drawn.main !== main.current);
    // A dialog that the address opens has the focus already.
    if (isNew && !isInDialog()) main.current?.focus({ preventScroll: true });
    drawn = { main: main.current, pathname };
  }, [pathname]);
  return main;
}
