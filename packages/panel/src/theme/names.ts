import {
  type PaletteColor,
  paletteColors,
  type SurfaceColor,
  surfaceColors,
} from "@atrio/contract/colors.ts";

export const themeModes = ["system", "light", "dark"] as const;
export type ThemeMode = (typeof themeModes)[number];

export const isColorName = (name: unknown): name is PaletteColor =>
  paletteColors.some((known) => known === name);
export const isSurfaceName = (name: unknown): name is SurfaceColor =>
  surfaceColors.some((known) => known === name);
export const isThemeMode = (mode: unknown): mode is ThemeMode => themeModes.some((known) => known === mode);
