import { useSyncExternalStore } from "react";
import type { PaletteColor } from "@atrio/contract/colors.ts";
import type { ThemeMode } from "./names.ts";
import { theme } from "./theme.ts";

const subscribe = (listener: () => void) => theme.subscribe(listener);

export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, () => theme.mode());
export const useColor = (): PaletteColor => useSyncExternalStore(subscribe, () => theme.color());
