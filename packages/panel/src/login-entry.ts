/**
 * The login page's own script: all that the static page (pages/login/static.tsx) can do before the application is there,
 * and no React in it. What is in this file's reach is loaded by everybody who opens the page (test/budget.test.ts).
 */
import "virtual:palette.css";
import "./login.css";
import type { Config, Language } from "@atrio/contract";
import { reloadForFailedParts } from "./part.ts";
import { forgetInTime } from "./form/kept.ts";
import { handleControls } from "./pages/login/controls.ts";
import { onFirstUse } from "./pages/login/first-use.ts";
import { paths } from "./paths.ts";
import { listenToTabs } from "./session/channel.ts";
import { isColorName, isSurfaceName } from "./theme/names.ts";
import { theme } from "./theme/theme.ts";

const { dataset, lang } = document.documentElement;
const config: Config = JSON.parse(dataset["config"]!);
const language: Language = lang === "en" ? "en" : "es";
const next = dataset["next"]!.split(" ");

const { color, surface, colorSelectable } = config.themeConfig;
theme.useCompany({
  color: isColorName(color) ? color : "indigo",
  surface: isSurfaceName(surface) ? surface : "zinc",
  colorSelectable,
});
listenToTabs(theme);
forgetInTime();
reloadForFailedParts();
handleControls();
const root = document.getElementById("root")!;
onFirstUse(root, async () => {
  const { hydrate } = await import("./pages/login/hydrate.tsx");
  await hydrate({ root, config, language, next });
});

/*
 * From a link on another site the browser sends no session cookie (SameSite=Strict), so the server could not tell who is
 * signed in. Asked from here it can: it then leads to the panel.
 */
if (dataset["cameFrom"] === "elsewhere") {
  const reply = await fetch(paths.login, { method: "HEAD", redirect: "manual" }).catch(() => null);
  if (reply?.type === "opaqueredirect") location.replace(paths.dashboard);
}
