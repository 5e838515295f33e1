import { createElement, type ReactElement, useSyncExternalStore } from "react";
import { toastError } from "../../api/action.ts";
import { noAnswer } from "../../api/errors.ts";
import { loadAllWords } from "../../i18n/i18n.ts";

/** Ctrl-K, or ⌘-K on Apple's keyboards, where Ctrl-K deletes to the end of the line. In the first load, as small as it can be. */
const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

export const paletteKeys = isApple ? { label: "⌘K", aria: "Meta+K" } : { label: "Ctrl K", aria: "Control+K" };

async function load() {
  const [palette] = await Promise.all([import("./CommandPalette.tsx"), loadAllWords()]);
  return palette.default;
}
/** Ahead of its use: on hover and focus of the button that opens it. */
export const preloadPalette = (): void => void load().catch(() => undefined);

const anyDialog = "section:is([role=dialog], [role=alertdialog]), dialog[open]";
/** An open dialog is answered first: to leave it for another page would lose what was typed in it. */
const isDialogOpen = () => document.querySelector(anyDialog) !== null;

/** Kept here and not by a page: the one that comes while somebody types must not close it. */
let shown: ReactElement | null = null;
const listeners = new Set<() => void>();
function show(palette: ReactElement | null): void {
  shown = palette;
  for (const listener of listeners) listener();
}

const closePalette = (): void => show(null);
async function loadAndShow(): Promise<void> {
  try {
    const palette = await load();
    if (!isDialogOpen()) show(createElement(palette, { onClose: closePalette }));
  } catch {
    toastError(noAnswer());
  }
}
export const openPalette = (): void => void loadAndShow();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** Over all pages, whichever of them opened it. */
export const PaletteHost = (): ReactElement | null => useSyncExternalStore(subscribe, () => shown);

const isModifier = ({ key }: KeyboardEvent) => key === (isApple ? "Meta" : "Control");
const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === "k" && (isApple ? metaKey : ctrlKey) && !altKey && !shiftKey;

function onKeyDown(event: KeyboardEvent): void {
  if (isModifier(event)) preloadPalette();
  if (!isShortcut(event)) return;
  // The browser's own Ctrl-K leaves the page for its search field.
  event.preventDefault();
  if (!event.repeat && !isDialogOpen()) openPalette();
}

/** Opens the palette by its keys, wherever the focus is. Returns how to stop. */
export function listenForPalette(): () => void {
  addEventListener("keydown", onKeyDown);
  return () => removeEventListener("keydown", onKeyDown);
}
