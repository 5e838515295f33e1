import type { Language } from "@atrio/contract";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { t } from "../../i18n/i18n.ts";
import { languages } from "../../i18n/i18n.ts";
import { themeModes } from "../../theme/names.ts";
import { NativeButton } from "../../ui/NativeButton.tsx";

/*
 * Controls of the login page without a handler of React's: the page's own script (first-use.ts, page-controls.ts) finds
 * them by their data attributes, and works them before the application is there and after.
 */

/** The browser's own control: nothing to load on the page that everybody waits for. */
export const LanguageSelect = ({ language }: { language: Language }) => (
  <select
    data-choose-language
    aria-label={t("login.language")}
    defaultValue={language}
    className="-ml-1 cursor-pointer rounded-sm bg-surface py-1 hover:text-ink max-sm:min-h-11"
  >
    {languages.map((one) => (
      <option key={one} value={one}>
        {t(`language.${one}`)}
      </option>
    ))}
  </select>
);

const modes = {
  system: { Icon: IconDeviceDesktop, shown: "in-data-[mode=system]:inline-flex" },
  light: { Icon: IconSun, shown: "in-data-[mode=light]:inline-flex" },
  dark: { Icon: IconMoon, shown: "in-data-[mode=dark]:inline-flex" },
};

/** Goes round system, light, dark. All three are here; the root's data-mode says which is seen and read out. */
export const ThemeSwitch = () => (
  <NativeButton data-switch-theme variant="ghost" size="sm" className="-mr-2.5 font-normal!">
    {themeModes.map((mode) => {
      const { Icon, shown } = modes[mode];
      return (
        <span key={mode} className={`hidden items-center gap-2 ${shown}`}>
          <Icon size={14} />
          <span className="sr-only">{t("shell.theme", { mode: "" })}</span>
          {t(`theme.${mode}`)}
        </span>
      );
    })}
  </NativeButton>
);

/** Shown by the page's script when the application did not arrive. */
export const LoadFailed = () => (
  <div
    data-load-failed
    hidden
    role="alert"
    className="mb-4 flex items-center justify-between gap-3 rounded-control bg-danger-soft px-3 py-2 text-label text-danger"
  >
    {t("login.load_failed")}
    <button
      type="button"
      data-load-again
      className="cursor-pointer rounded-sm font-semibold underline underline-offset-2 max-sm:min-h-11"
    >
      {t("ui.retry")}
    </button>
  </div>
);
