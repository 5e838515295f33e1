import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { t } from "../../i18n/i18n.ts";
import { AriaProviders } from "../AriaProviders.tsx";
import { useActions, usePages } from "./commands.ts";
import { type Entry, matches, type Section } from "./entry.ts";
import { recentEntries, useFoundHoldings } from "./found-holdings.ts";
import { PaletteField } from "./PaletteField.tsx";
import { PaletteList } from "./PaletteList.tsx";

export interface CommandPaletteProps {
  onClose: () => void;
}

/** Any holding, page or action by typing. What the panel knows itself is there at once, the holdings follow. */
export default function CommandPalette({ onClose }: CommandPaletteProps) {
  return (
    <AriaProviders>
      <ModalOverlay
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        isDismissable
        className="fixed inset-0 z-40 flex animate-appear items-start justify-center bg-black/45 px-4 pt-[12dvh] max-sm:p-0"
      >
        <Modal className="flex max-h-[70dvh] w-full max-w-xl flex-col overflow-hidden rounded-card border border-line bg-surface text-ink shadow-float max-sm:max-h-dvh max-sm:max-w-none max-sm:rounded-none max-sm:border-0 max-sm:border-b">
          <Dialog aria-label={t("palette.title")} className="flex min-h-0 flex-col outline-none">
            <Palette onClose={onClose} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaProviders>
  );
}

function Palette({ onClose }: CommandPaletteProps) {
  const [text, setText] = useState("");
  const { sections, isSettled, isFailed } = useSections(text);
  const count = sections.reduce((sum, { entries }) => sum + entries.length, 0);
  const isWaiting = !isFailed && !isSettled;
  const emptyText = t(isFailed ? "palette.unavailable" : isSettled ? "main.no_results" : "ui.loading");
  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <PaletteField onClose={onClose} />
      <PaletteList sections={sections} onRun={run} emptyText={emptyText} isWaiting={isWaiting} />
      {isFailed && count > 0 && (
        <p aria-hidden className="shrink-0 border-t border-line px-4.5 py-3 text-muted">
          {emptyText}
        </p>
      )}
      <output className="sr-only">
        {isFailed ? emptyText : isSettled && text !== "" && t("palette.count", { count })}
      </output>
      <Keys />
    </Autocomplete>
  );
}

/** For those who have keys. */
const Keys = () => (
  <p
    aria-hidden
    className="flex shrink-0 gap-4 border-t border-line px-4 py-2 text-small text-muted max-sm:hidden [&_kbd]:mr-1 [&_kbd]:font-sans"
  >
    {[
      ["↑↓", t("palette.hint_move")],
      ["↵", t("palette.hint_open")],
      ["Esc", t("palette.hint_close")],
    ].map(([key, does]) => (
      <span key={key}>
        <kbd>{key}</kbd>
        {does}
      </span>
    ))}
  </p>
);

/** Own pages and actions first: they are there while the holdings are on their way, and nothing moves when those come. */
function useSections(text: string): { sections: Section[]; isSettled: boolean; isFailed: boolean } {
  const { navigate } = useRouter();
  const go = (href: string) => void navigate({ href });
  const pages = usePages(go);
  const actions = useActions(go);
  const found = useFoundHoldings(text, go);
  const isEmpty = text.trim() === "";
  const fitting = (entries: Entry[]) => entries.filter((entry) => matches(entry, text));
  const sections: Section[] = [
    { id: "recent", title: t("palette.recent"), entries: isEmpty ? recentEntries(go) : [] },
    { id: "pages", title: t("palette.pages"), entries: fitting(pages) },
    { id: "actions", title: t("palette.actions"), entries: fitting(actions) },
    { id: "holdings", title: t("palette.holdings"), entries: found.holdings },
    { id: "areas", title: t("palette.areas"), entries: found.areas },
  ];
  return {
    sections: sections.filter(({ entries }) => entries.length > 0),
    isSettled: isEmpty || found.isSettled,
    isFailed: found.isFailed,
  };
}
