// Runs before the first paint, so that neither theme nor language flashes. src/theme/theme.ts checks everything again.
{
  const root = document.documentElement;
  let mode = null;
  let config = {};
  let own = {};
  try {
    mode = localStorage.getItem("theme");
    // The login page comes with the company's configuration; elsewhere it is the one last seen.
    config = JSON.parse(root.dataset.config || localStorage.getItem("_ddcfg") || "{}") || {};
    own = JSON.parse(localStorage.getItem("_ddstyle") || "{}") || {};
  } catch {
    // Storage refused, or not ours: the defaults of the page stay.
  }
  document.title ||= config.company || "";
  root.dataset.mode = mode === "dark" || mode === "light" ? mode : "system";
  const isDark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = isDark ? "dark" : "light";
  const company = config.themeConfig || {};
  const color = (company.colorSelectable && own.color) || company.color;
  const name = /^[a-z]+$/;
  if (color && name.test(color)) root.dataset.color = color;
  if (company.surface && name.test(company.surface)) root.dataset.surface = company.surface;
  const chosen = /(?:^|; )_lang=(es|en)(?:;|$)/.exec(document.cookie);
  if (chosen) root.lang = chosen[1];
}
