import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync, type Plugin } from "vite";

const source = join(import.meta.dirname, "../src/theme/first-paint.js");

/** The script that each page begins with. The server allows it by its hash (packages/server/src/http/inline-scripts.ts). */
export const firstPaintScript = (): string => {
  const { code } = minifySync(source, readFileSync(source, "utf8"));
  return `<script>${code.trim()}</script>`;
};

export const firstPaint = (): Plugin => ({
  name: "atrio-first-paint",
  buildStart() {
    this.addWatchFile(source);
  },
  transformIndexHtml: {
    order: "pre",
    handler: (html) => html.replace("{{firstPaint}}", firstPaintScript),
  },
});
