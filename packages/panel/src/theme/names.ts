/** The company's colour: the 22 names of the specification are Tailwind's. */
export const colorNames = [
  "slate",
  "gray",
  "zinc",
  "neutral",
  "stone",
  "red",
  "orange",
  "amber",
  "yellow",
  "lime",
  "green",
  "emerald",
  "teal",
  "cyan",
  "sky",
  "blue",
  "indigo",
  "violet",
  "purple",
  "fuchsia",
  "pink",
  "rose",
] as const;
export type ColorName = (typeof colorNames)[number];
/** Surfaces are neutral: the first five. */
export const surfaceNames: readonly ColorName[] = colorNames.slice(0, 5);

export const themeModes = ["system", "light", "dark"] as const;
export type ThemeMode = (typeof themeModes)[number];

export const isColorName = (name: unknown): name is ColorName => colorNames.some((known) => known === name);
export const isSurfaceName = (name: unknown): name is ColorName =>
  surfaceNames.some((known) => known === name);
export const isThemeMode = (mode: unknown): mode is ThemeMode => themeModes.some((known) => known === mode);
