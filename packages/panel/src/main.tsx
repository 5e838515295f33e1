import "./app.css";
import "virtual:palette.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query.ts";
import { listenForUncaught } from "./api/uncaught.ts";
import { reloadForFailedParts } from "./part.ts";
import { activate } from "./i18n/i18n.ts";
import { preferredLanguage } from "./i18n/language.ts";
import { router } from "./routes.tsx";
import { listenToTabs } from "./session/channel.ts";
import { loadConfig } from "./session/config.ts";
import { theme } from "./theme/theme.ts";

async function start(): Promise<void> {
  activate(preferredLanguage());
  listenForUncaught();
  reloadForFailedParts();
  listenToTabs(theme);
  // The session is asked for while the configuration is on its way.
  void router.load().catch(() => undefined);
  await loadConfig().catch(() => undefined);
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
