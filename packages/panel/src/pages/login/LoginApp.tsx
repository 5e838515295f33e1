import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useEffect } from "react";
import { queryClient } from "../../api/query.ts";
import { LoginPage, type LoginPageProps } from "./LoginPage.tsx";

export interface LoginAppProps extends LoginPageProps {
  /** Told once, when the page is React's. */
  onReady: () => void;
}

/** The same tree at build time and in the browser, down to the ids that React counts. */
export function LoginApp({ onReady, ...page }: LoginAppProps) {
  useEffect(onReady, [onReady]);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LoginPage {...page} />
      </QueryClientProvider>
    </StrictMode>
  );
}
