import { chooseLanguage } from "../../i18n/choose-language.ts";
import { tabStorage } from "../../session/tab-storage.ts";
import { themeModes } from "../../theme/names.ts";
import { theme } from "../../theme/theme.ts";

const focusKey = "_focus";
const languageSelect = "[data-choose-language]";

/** The controls of static-controls.tsx that work the same with and without the application. */
export function handleControls(): void {
  // A chosen language loads the page again: the focus is where it was.
  if (tabStorage.get(focusKey) === languageSelect)
    document.querySelector<HTMLElement>(languageSelect)?.focus();
  tabStorage.remove(focusKey);
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.matches(languageSelect)) return;
    if (target.value !== "es" && target.value !== "en") return;
    tabStorage.set(focusKey, languageSelect);
    chooseLanguage(target.value);
  });
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("[data-switch-theme]")) return;
    const next = themeModes[(themeModes.indexOf(theme.mode()) + 1) % themeModes.length];
    if (next) theme.chooseMode(next);
  });
}
