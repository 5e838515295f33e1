import { join } from "node:path";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { catalogues } from "./build/catalogues.ts";
import { chunkGroups } from "./build/chunks.ts";
import { firstPaint } from "./build/first-paint.ts";
import { loginPage } from "./build/login-page.ts";
import { palette } from "./build/palette.ts";
import { precompress } from "./build/precompress.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { wire } from "./build/wire.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    // React Aria ships 30 languages; two are ours (21 kB gzip less).
    { ...optimizeLocales.vite({ locales: ["es-ES", "en-US"] }), enforce: "pre" } as Plugin,
    catalogues(),
    palette(),
    wire(),
    firstPaint(),
    preloadFonts(),
    loginPage(),
    precompress(),
  ],
  build: {
    target: "baseline-widely-available",
    modulePreload: { polyfill: false },
    // Nothing is inlined as data: URL, the CSP does not allow it for scripts and fonts.
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, "index.html"),
        login: join(import.meta.dirname, "src/login-entry.ts"),
      },
      output: {
        codeSplitting: { groups: chunkGroups },
        // Names are all that does not compress in the list of files that come later: 42 bits tell two versions apart.
        chunkFileNames: "assets/[name]-[hash:7].js",
        entryFileNames: "assets/[name]-[hash:7].js",
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8080", "/brand": "http://127.0.0.1:8080" } },
});
