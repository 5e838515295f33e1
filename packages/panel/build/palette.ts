import type { Plugin } from "vite";
import { paletteCss } from "../src/theme/palette.ts";

const id = "virtual:palette.css";

/** The company colours as custom properties, computed from Tailwind's palette (src/theme/palette.ts). */
export const palette = (): Plugin => ({
  name: "atrio-palette",
  resolveId: (source) => (source === id ? `\0${id}` : null),
  load: (source) => (source === `\0${id}` ? paletteCss() : null),
});
