import { IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useRef } from "react";
import { t } from "../i18n/i18n.ts";
import { cx } from "./cx.ts";
import { controlBase } from "./field-style.ts";

export interface FilterFieldProps {
  /** Its name and its placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** A search field of the browser's own, for pages that carry nothing of React Aria. Elsewhere: <SearchField>. */
export function FilterField({ label, value, onChange, className }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange("");
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Not while an input method composes: there Escape takes back a candidate.
    if (event.key !== "Escape" || value === "" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    clear();
  };
  return (
    <div className={cx("relative min-w-0", className)}>
      <IconSearch
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        className={cx(controlBase, "h-9 px-9 max-sm:h-11 [&::-webkit-search-cancel-button]:hidden")}
      />
      {value !== "" && (
        <button
          type="button"
          aria-label={t("ui.clear")}
          onClick={clear}
          className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-control text-muted hover:text-ink max-sm:w-11"
        >
          <IconX size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
