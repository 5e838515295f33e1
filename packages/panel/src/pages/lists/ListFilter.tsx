import { useEffect, useState } from "react";
import { t } from "../../i18n/i18n.ts";
import { FilterField } from "../../ui/FilterField.tsx";
import { filterText, see, send, type } from "./filter-text.ts";

/** Long enough that a word is one request, short enough to feel at once. */
const typingPauseMs = 120;

export interface ListFilterProps {
  /** What the address says. */
  value: string;
  onChange: (value: string) => void;
}

export function ListFilter({ value, onChange }: ListFilterProps) {
  const [state, setState] = useState(() => filterText(value));
  const seen = see(state, value);
  if (seen !== state) setState(seen);
  const { typed, address, sent } = seen;
  const isNews = typed !== (sent.at(-1) ?? address);
  useEffect(() => {
    if (!isNews) return undefined;
    const timer = setTimeout(() => {
      setState(send);
      onChange(typed);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, isNews, onChange]);
  return (
    <FilterField
      className="sm:max-w-80"
      label={t("lists.filter")}
      value={typed}
      onChange={(text) => setState((old) => type(old, text))}
    />
  );
}
