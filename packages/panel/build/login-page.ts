import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config, Language } from "@atrio/contract";
import react from "@vitejs/plugin-react";
import { type Plugin, runnerImport } from "vite";
import type { StaticLogin } from "../src/pages/login/static.tsx";
import { type Bundle, chunkOf, filesOf } from "./bundle.ts";
import { catalogues } from "./catalogues.ts";
import { firstPaintScript } from "./first-paint.ts";
import { mainFont } from "./preload-fonts.ts";
import { wire } from "./wire.ts";

const panel = join(import.meta.dirname, "..");
const template = join(panel, "login.html");

interface Variant {
  readonly language: Language;
  /** The company has a picture of its own. */
  readonly hasPicture: boolean;
  /** The captcha needs a place in the form. */
  readonly hasWidget: boolean;
}
const no = [false, true];
const variants: readonly Variant[] = (["es", "en"] as const).flatMap((language) =>
  no.flatMap((hasPicture) => no.map((hasWidget) => ({ language, hasPicture, hasWidget }))),
);

/** The server picks by this name and fills in what is in double braces (packages/server/src/http/login-page.ts). */
const fileNameOf = ({ language, hasPicture, hasWidget }: Variant): string =>
  `.login/${language}${hasPicture ? "-picture" : ""}${hasWidget ? "-widget" : ""}.html`;

/** What is the company's stands in double braces. */
const configOf = ({ hasPicture, hasWidget }: Variant): Config => ({
  company: "{{company}}",
  logo: hasPicture ? "{{logo}}" : "",
  logo_mini: "",
  themeConfig: { color: "indigo", surface: "zinc", colorSelectable: false },
  captcha: hasWidget ? { provider: "turnstile", siteKey: "" } : { provider: "none", siteKey: null },
  languages: ["es", "en"],
  forceLanguage: false,
  mailHosts: { imapSSL: "", smtpSSL: "" },
  version: "",
});

type Render = (language: Language, config: Config) => StaticLogin;
/** The page's own components, run here: the JSX, the words and the table of calls need the same plugins as in the browser. */
async function loadRender(): Promise<Render> {
  const { module } = await runnerImport<{ renderLogin: Render }>(join(panel, "src/pages/login/static.tsx"), {
    configFile: false,
    root: panel,
    logLevel: "error",
    plugins: [react(), catalogues(), wire()],
  });
  return module.renderLogin;
}

/** In the order in which the browser should ask for them; the script's own imports with it, not after it. */
function assetTags(bundle: Bundle): string {
  const entry = chunkOf(bundle, /\/login-entry\.ts$/);
  const files = filesOf(bundle, [entry]);
  const font = Object.keys(bundle).find((name) => mainFont.test(name));
  const of = (ending: string) => files.filter((name) => name.endsWith(ending) && name !== entry.fileName);
  return [
    ...of(".css").map((name) => `<link rel="stylesheet" href="/${name}" />`),
    `<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin />`,
    ...of(".js").map((name) => `<link rel="modulepreload" href="/${name}" crossorigin />`),
    `<script type="module" src="/${entry.fileName}" crossorigin></script>`,
  ].join("\n    ");
}

/** Where a user may land, in one language: fetched while they type their password. */
function nextFiles(bundle: Bundle, language: Language): string {
  const sources = [
    /\/panel\/index\.html$/,
    /\/DashboardPage\.tsx$/,
    /\/lists\/pages\.tsx$/,
    ...["pages", "lists", "dashboard"].map((group) => new RegExp(`/i18n/${language}/${group}\\.json$`)),
  ];
  const files = filesOf(
    bundle,
    sources.map((source) => chunkOf(bundle, source)),
  );
  return files.map((name) => `/${name}`).join(" ");
}

/** Text that goes into HTML as it is, `$` and all. */
const fill = (html: string, values: Record<string, string>): string =>
  html.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);

/** The login page as HTML, made of the panel's own components (src/pages/login/static.tsx), a file for each variant. */
export const loginPage = (): Plugin => ({
  name: "atrio-login-page",
  apply: "build",
  buildStart() {
    this.addWatchFile(template);
  },
  generateBundle: {
    order: "post",
    async handler(_, bundle) {
      const render = await loadRender();
      const assets = assetTags(bundle);
      for (const variant of variants) {
        const { language } = variant;
        const { html: page, title, description } = render(language, configOf(variant));
        const next = nextFiles(bundle, language);
        const source = fill(readFileSync(template, "utf8"), {
          language,
          page,
          title,
          description,
          assets,
          firstPaint: firstPaintScript(),
          next,
        });
        this.emitFile({ type: "asset", fileName: fileNameOf(variant), source });
      }
    },
  },
});
