import { type ErrorComponentProps, Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { describeError } from "../api/errors.ts";
import { t } from "../i18n/i18n.ts";
import { knownCompany } from "../session/config.ts";
import { useSessionExpired } from "../session/session.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";
import { PaletteHost } from "./palette/shortcut.ts";
import { useRetry } from "./useRetry.ts";

const Overlays = lazy(() => import("./Overlays.tsx"));

/** Around every page, signed in or not. */
export function Root() {
  const isExpired = useSessionExpired();
  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <PaletteHost />
      <ToastRegion />
      <Suspense>{isExpired && <Overlays />}</Suspense>
    </>
  );
}

export function RootError({ error }: ErrorComponentProps) {
  const title = t("page.failed");
  const company = knownCompany();
  const retry = useRetry();
  useEffect(() => {
    document.title = company === undefined ? title : `${title} / ${company}`;
  }, [title, company]);
  return (
    <main className="grid min-h-dvh place-content-center">
      <ErrorState title={title} text={describeError(error)} onRetry={retry} isPage />
    </main>
  );
}
