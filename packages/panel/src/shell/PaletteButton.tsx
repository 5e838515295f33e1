import { IconSearch } from "@tabler/icons-react";
import { useEffect } from "react";
import { t } from "../i18n/i18n.ts";
import { listenForPalette, openPalette, paletteKeys, preloadPalette } from "./palette/shortcut.ts";

/** The command palette, by its button or its keys. Its code comes with its first use, and a hover says that one is near. */
export function PaletteButton() {
  useEffect(listenForPalette, []);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={paletteKeys.aria}
      onClick={openPalette}
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      className="flex h-8.5 cursor-pointer items-center gap-2.5 rounded-control border border-line bg-canvas px-3 text-label text-muted transition-colors hover:border-control hover:text-ink max-xl:w-8.5 max-xl:justify-center max-xl:border-transparent max-xl:bg-transparent max-xl:px-0 max-xl:hover:bg-subtle max-sm:size-11 xl:w-80"
    >
      <IconSearch size={16} aria-hidden className="shrink-0 max-xl:size-4.5" />
      <span className="flex-1 truncate text-left max-xl:sr-only">{t("shell.find")}</span>
      <kbd
        aria-hidden
        className="rounded-md border border-line bg-surface px-1.5 font-sans text-2xs max-xl:hidden"
      >
        {paletteKeys.label}
      </kbd>
    </button>
  );
}
