import { type ErrorComponentProps, Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { describeError } from "../api/errors.ts";
import { t } from "../i18n/i18n.ts";
import { useSessionExpired } from "../session/session.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";
import { PaletteHost } from "./palette/shortcut.ts";

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

export const RootError = ({ error, reset }: ErrorComponentProps) => (
  <main className="grid min-h-dvh place-content-center">
    <ErrorState title={t("page.failed")} text={describeError(error)} onRetry={reset} />
  </main>
);
