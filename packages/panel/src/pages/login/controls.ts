import { chooseLanguage } from "../../i18n/choose-language.ts";
import { themeModes } from "../../theme/names.ts";
import { theme } from "../../theme/theme.ts";

/** The controls of static-controls.tsx that work the same with and without the application. */
export function handleControls(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.dataset["chooseLanguage"] === undefined) return;
    if (target.value === "es" || target.value === "en") chooseLanguage(target.value);
  });
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("[data-switch-theme]")) return;
    const next = themeModes[(themeModes.indexOf(theme.mode()) + 1) % themeModes.length];
    if (next) theme.chooseMode(next);
  });
}
