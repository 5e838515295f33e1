import type { Plugin } from "vite";

/** The face every page draws with (src/theme/fonts.css): asked for together with the style sheet, not after it. */
export const mainFont = /inter-core-wght-normal-.*\.woff2$/;

export const preloadFonts = (): Plugin => ({
  name: "atrio-preload-fonts",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((fileName) => mainFont.test(fileName))
        .map((fileName) => ({
          tag: "link",
          injectTo: "head-prepend" as const,
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${fileName}`, crossorigin: true },
        })),
  },
});
