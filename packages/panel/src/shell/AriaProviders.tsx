import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { I18nProvider, RouterProvider } from "react-aria-components";
import { locale } from "../i18n/i18n.ts";
import { keepFocus } from "./kept-focus.ts";

keepFocus();

/** Around what is made with React Aria: it speaks the panel's language, and its links go through the router. */
export function AriaProviders({ children }: { children: ReactNode }) {
  const router = useRouter();
  return (
    <I18nProvider locale={locale()}>
      <RouterProvider navigate={(href) => void router.navigate({ href })}>{children}</RouterProvider>
    </I18nProvider>
  );
}
