import { Header } from "react-aria-components/Header";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { t } from "../../i18n/i18n.ts";
import { cx } from "../../ui/cx.ts";
import { option } from "../../ui/float-style.ts";
import type { Entry, Section } from "./entry.ts";

export interface PaletteListProps {
  sections: readonly Section[];
  onRun: (entry: Entry) => void;
  /** Said where there is no line. */
  emptyText: string;
  /** Lines may still come: seen only after 400 ms. */
  isWaiting: boolean;
}

export const PaletteList = ({ sections, onRun, emptyText, isWaiting }: PaletteListProps) => (
  <Menu
    aria-label={t("palette.title")}
    renderEmptyState={() => (
      <p className={cx("px-2.5 py-4 text-muted", isWaiting && "animate-late")}>{emptyText}</p>
    )}
    className="min-h-0 overflow-y-auto overscroll-contain p-2 outline-none"
  >
    {sections.map(({ id, title, entries }) => (
      <MenuSection key={id} id={id} className="not-first:mt-2">
        <Header className="px-2.5 py-1 text-small font-medium text-muted">{title}</Header>
        {entries.map((entry) => (
          <PaletteItem key={entry.id} entry={entry} onRun={onRun} />
        ))}
      </MenuSection>
    ))}
  </Menu>
);

function PaletteItem({ entry, onRun }: { entry: Entry; onRun: (entry: Entry) => void }) {
  const { id, label, note, icon: Icon, isName } = entry;
  return (
    <MenuItem
      id={id}
      textValue={note === undefined ? label : `${label} → ${note}`}
      onAction={() => onRun(entry)}
      className={option}
    >
      <Icon size={17} stroke={1.6} className="shrink-0 text-muted" />
      <span className={cx("min-w-0 truncate", isName && "font-mono text-label")}>{label}</span>
      {note !== undefined && (
        <span className="flex shrink-0 items-center gap-2 text-muted">
          <span aria-hidden>→</span>
          {note}
        </span>
      )}
    </MenuItem>
  );
}
