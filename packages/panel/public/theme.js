// Runs before the first paint, so that neither theme nor language flashes. src/theme/theme.ts checks everything again.
(function () {
  const root = document.documentElement;
  const word = /^[a-z]+$/;
  const read = function (key) {
    try {
      return localStorage.getItem(key) || "";
    } catch {
      return "";
    }
  };
  const parse = function (key) {
    try {
      return JSON.parse(read(key)) || {};
    } catch {
      return {};
    }
  };
  const mode = read("theme");
  const isDark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = isDark ? "dark" : "light";
  const company = parse("_ddcfg").themeConfig || {};
  const color = (company.colorSelectable && parse("_ddstyle").color) || company.color;
  if (word.test(color)) root.dataset.color = color;
  if (word.test(company.surface)) root.dataset.surface = company.surface;
  const chosen = /(?:^|; )_lang=(es|en)(?:;|$)/.exec(document.cookie);
  if (chosen) root.lang = chosen[1];
})();
