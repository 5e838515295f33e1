import { type ErrorComponentProps, Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { describeError } from "../api/errors.ts";
import { t } from "../i18n/i18n.ts";
import { useSessionExpired } from "../session/session.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { toasts } from "../ui/toast.ts";

const Overlays = lazy(() => import("./Overlays.tsx"));

const subscribe = (listener: () => void) => toasts.subscribe(listener);
/** From the first one on: until then nobody needs the code that draws them. */
const useAnyToast = () => {
  const isAny = useSyncExternalStore(subscribe, () => toasts.visibleToasts.length > 0);
  const [wasAny, setWasAny] = useState(false);
  if (isAny && !wasAny) setWasAny(true);
  return wasAny;
};

/** Around every page, signed in or not. What is seldom seen comes after the page itself. */
export function Root() {
  const isExpired = useSessionExpired();
  const isAnyToast = useAnyToast();
  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <Suspense>{(isAnyToast || isExpired) && <Overlays isExpired={isExpired} />}</Suspense>
    </>
  );
}

export const RootError = ({ error, reset }: ErrorComponentProps) => (
  <main className="grid min-h-dvh place-content-center">
    <ErrorState title={t("page.failed")} text={describeError(error)} onRetry={reset} />
  </main>
);
