import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from "react-aria-components/SearchField";
import { t } from "../i18n/i18n.ts";
import { cx } from "./cx.ts";
import { control } from "./field-style.ts";

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, "children" | "className" | "style"> {
  /** Its name and its placeholder. */
  label: string;
  className?: string;
}

export const SearchField = ({ label, className, ...props }: SearchFieldProps) => (
  <AriaSearchField {...props} aria-label={label} className={cx("group relative min-w-0", className)}>
    <IconSearch
      size={16}
      aria-hidden
      className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
    />
    <Input
      placeholder={label}
      className={cx(control, "h-9 px-9 max-sm:h-11 [&::-webkit-search-cancel-button]:hidden")}
    />
    <Button
      aria-label={t("ui.clear")}
      className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-control text-muted group-empty:hidden hover:text-ink"
    >
      <IconX size={16} />
    </Button>
  </AriaSearchField>
);

/** Short enough to feel immediate, long enough that a word is one change of the address. */
const pauseMs = 120;

export interface TextFilterProps {
  label: string;
  q: string;
  onChange: (q: string) => void;
}

/** What is typed is shown at once and goes into the address after a pause; the address may change it too (back, clear). */
export function TextFilter({ label, q, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState({ text: q, since: q });
  const text = typed.since === q ? typed.text : q;
  useEffect(() => {
    const timer = text === q ? undefined : setTimeout(() => onChange(text), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <SearchField
      label={label}
      value={text}
      onChange={(next) => setTyped({ text: next, since: q })}
      className="min-w-64 flex-1 max-sm:w-full"
    />
  );
}
