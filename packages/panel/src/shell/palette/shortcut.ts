import { loadAllWords } from "../../i18n/i18n.ts";

/** Ctrl-K, or ⌘-K on Apple's keyboards, where Ctrl-K deletes to the end of the line. In the first load: no more than the key. */
const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

export const paletteKeys = isApple ? { label: "⌘K", aria: "Meta+K" } : { label: "Ctrl K", aria: "Control+K" };

/** For `lazy`: it brings its words along. */
export async function loadPalette() {
  const [palette] = await Promise.all([import("./CommandPalette.tsx"), loadAllWords()]);
  return palette;
}
/** Ahead of its use: on hover and focus of the button that opens it. */
export const preloadPalette = (): void => void loadPalette().catch(() => undefined);

const isModifier = ({ key }: KeyboardEvent) => key === (isApple ? "Meta" : "Control");
const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === "k" && (isApple ? metaKey : ctrlKey) && !altKey && !shiftKey;
const anyDialog = "section:is([role=dialog], [role=alertdialog]), dialog[open]";
/** An open dialog is answered first: to leave it for another page would lose what was typed in it. */
const isDialogOpen = () => document.querySelector(anyDialog) !== null;

/** Opens the palette by its keys, wherever the focus is. Returns how to stop. */
export function listenForPalette(open: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (isModifier(event)) preloadPalette();
    if (!isShortcut(event)) return;
    // The browser's own Ctrl-K leaves the page for its search field.
    event.preventDefault();
    if (!event.repeat && !isDialogOpen()) open();
  };
  addEventListener("keydown", onKeyDown);
  return () => removeEventListener("keydown", onKeyDown);
}
