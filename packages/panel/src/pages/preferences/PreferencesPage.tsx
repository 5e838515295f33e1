import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { language, languages, loadWords, t } from "../../i18n/i18n.ts";
import { chooseLanguage } from "../../i18n/choose-language.ts";
import { paths } from "../../paths.ts";
import { useConfig } from "../../session/config.ts";
import { rememberFocus } from "../../shell/kept-focus.ts";
import { PageHeader } from "../../shell/PageHeader.tsx";
import { Frame } from "../../shell/Shell.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { themeModes } from "../../theme/names.ts";
import { theme } from "../../theme/theme.ts";
import { useThemeMode } from "../../theme/useTheme.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { ColorPicker } from "./ColorPicker.tsx";
import type { PreferencesSearch } from "./preferences-search.ts";

const ChangePasswordDialog = lazy(async () => {
  // The rules of a password are the contract's, and so are their words.
  const [dialog] = await Promise.all([import("./ChangePasswordDialog.tsx"), loadWords("contract")]);
  return dialog;
});
const modeIcons = {
  system: <IconDeviceDesktop size={15} />,
  light: <IconSun size={15} />,
  dark: <IconMoon size={15} />,
};

const Row = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4 not-first:border-t not-first:border-line">
    <div className="min-w-48 flex-1">
      <h2 className="font-semibold">{title}</h2>
      <p className="text-small text-muted">{text}</p>
    </div>
    {children}
  </div>
);

export default function PreferencesPage() {
  const { themeConfig } = useConfig();
  const mode = useThemeMode();
  const { password: isChanging }: PreferencesSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const changePassword = (open: boolean) => {
    // A reply that comes after the user left leads nowhere.
    if (!open && router.latestLocation.pathname !== paths.preferences) return;
    void navigate({ to: paths.preferences, search: open ? { password: true } : {}, replace: !open });
  };
  useTitle(t("shell.preferences"));
  return (
    <Frame>
      <PageHeader title={t("shell.preferences")} />
      <Card flush>
        <Row title={t("theme.mode")} text={t("preferences.theme_text")}>
          <Segmented
            label={t("theme.mode")}
            segments={themeModes.map((id) => ({ id, label: t(`theme.${id}`), icon: modeIcons[id] }))}
            value={mode}
            onChange={(chosen) => theme.chooseMode(chosen)}
          />
        </Row>
        {themeConfig.colorSelectable && (
          <Row title={t("preferences.color")} text={t("preferences.color_text")}>
            <ColorPicker />
          </Row>
        )}
        <Row title={t("login.language")} text={t("preferences.language_text")}>
          <Segmented
            label={t("login.language")}
            segments={languages.map((id) => ({ id, label: t(`language.${id}`) }))}
            value={language()}
            onChange={(chosen) => {
              rememberFocus();
              chooseLanguage(chosen);
            }}
          />
        </Row>
        <Row title={t("login.password")} text={t("preferences.password_text")}>
          <Button onPress={() => changePassword(true)}>{t("preferences.change_password")}</Button>
        </Row>
      </Card>
      {isChanging && (
        <Suspense>
          <ChangePasswordDialog onClose={() => changePassword(false)} />
        </Suspense>
      )}
    </Frame>
  );
}
