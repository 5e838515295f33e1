import { useSyncExternalStore } from "react";
import type { PaletteColor } from "@atrio/contract/colors.ts";
import type { ThemeMode } from "./names.ts";
import { theme } from "./theme.ts";

export const useThemeMode = (): ThemeMode => useSyncExternalStore(theme.subscribe, theme.mode);
export const useColor = (): PaletteColor => useSyncExternalStore(theme.subscribe, theme.color);
