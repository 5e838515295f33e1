import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { t } from "../i18n/i18n.ts";
import { themeModes } from "../theme/names.ts";
import { theme } from "../theme/theme.ts";
import { useThemeMode } from "../theme/useTheme.ts";
import { NativeButton } from "../ui/NativeButton.tsx";

const icons = { system: IconDeviceDesktop, light: IconSun, dark: IconMoon };

/** Goes round system, light, dark. */
export function ThemeButton() {
  const mode = useThemeMode();
  const Icon = icons[mode];
  const name = t(`theme.${mode}`);
  const next = themeModes[(themeModes.indexOf(mode) + 1) % themeModes.length]!;
  return (
    <NativeButton
      variant="ghost"
      aria-label={t("shell.theme", { mode: name })}
      icon={<Icon size={18} />}
      onClick={() => theme.chooseMode(next)}
    />
  );
}
