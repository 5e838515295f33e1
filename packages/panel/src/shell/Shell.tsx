import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { I18nProvider, RouterProvider } from "react-aria-components";
import { locale, t } from "../i18n/i18n.ts";
import { useConfig } from "../session/config.ts";
import { Header } from "./Header.tsx";
import { MainMenu } from "./MainMenu.tsx";
import { MobileMenu } from "./MobileMenu.tsx";
import { SideMenu } from "./SideMenu.tsx";

/** What is around every page of a signed-in user; `menu` is the left menu, the general one when left out. */
export function Frame({ menu = <MainMenu />, children }: { menu?: ReactNode; children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { company } = useConfig();
  const main = useFocusOnNavigation(() => setMenuOpen(false));
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-30 rounded-control bg-primary px-3 py-2 font-semibold text-white not-focus:sr-only"
      >
        {t("shell.skip")}
      </a>
      <Header onOpenMenu={() => setMenuOpen(true)} />
      <div className="flex">
        <aside className="sticky top-14 h-[calc(100dvh-3.5rem)] w-62 shrink-0 overflow-y-auto border-r border-line max-lg:hidden">
          <SideMenu>{menu}</SideMenu>
        </aside>
        <MobileMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
          {menu}
        </MobileMenu>
        <div className="flex min-h-[calc(100dvh-3.5rem)] min-w-0 flex-1 flex-col px-9 py-7 max-sm:px-4 max-sm:py-5">
          <main id="content" ref={main} tabIndex={-1} className="w-full max-w-[1180px] flex-1">
            <Suspense>{children}</Suspense>
          </main>
          <footer className="pt-10 text-label text-muted">
            © {new Date().getFullYear()} {company}
          </footer>
        </div>
      </div>
    </>
  );
}

/** A new page starts being read at its content, not where the link was. */
function useFocusOnNavigation(onNavigate: () => void) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  const told = useRef(onNavigate);
  told.current = onNavigate;
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    told.current();
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

/** Pages choose their frame (a holding has a menu of its own); this makes React Aria's links go through the router. */
export default function Shell() {
  const router = useRouter();
  return (
    <I18nProvider locale={locale()}>
      <RouterProvider navigate={(href) => void router.navigate({ href })}>
        <Outlet />
      </RouterProvider>
    </I18nProvider>
  );
}
