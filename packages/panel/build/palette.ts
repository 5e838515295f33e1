import { basename } from "node:path";
import type { Plugin } from "vite";
import { paletteCss } from "../src/theme/palette.ts";

const id = "virtual:palette.css";

/**
 * The company colours as custom properties, computed from Tailwind's palette (src/theme/palette.ts). Each entry has them in
 * its own style sheet: a second one costs a connection more before the first paint.
 */
export const palette = (): Plugin => ({
  name: "atrio-palette",
  resolveId: (source, importer = "") => (source === id ? `\0${id}?${basename(importer)}` : null),
  load: (source) => (source.startsWith(`\0${id}`) ? paletteCss() : null),
});
