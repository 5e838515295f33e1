/** Surfaces are the neutral ones; the panel's colour may be any of the 22 (specification 1, section 9). */
export const surfaceColors = ["slate", "gray", "zinc", "neutral", "stone"] as const;
export const paletteColors = [
  ...surfaceColors,
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
export type PaletteColor = (typeof paletteColors)[number];
export type SurfaceColor = (typeof surfaceColors)[number];
