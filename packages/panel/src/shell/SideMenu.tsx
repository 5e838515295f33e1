import type { ReactNode } from "react";
import { t } from "../i18n/i18n.ts";
import { FootMenu } from "./MainMenu.tsx";

/** The sections of where one is, then what every page has. */
export const SideMenu = ({ children }: { children: ReactNode }) => (
  <nav aria-label={t("shell.section_menu")} className="flex min-h-full flex-col gap-0.5 px-3 py-4">
    {children}
    <div className="mt-auto flex flex-col gap-0.5 pt-4">
      <FootMenu />
    </div>
  </nav>
);
