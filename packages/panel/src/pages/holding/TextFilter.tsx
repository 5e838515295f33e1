import { useEffect, useState } from "react";
import { SearchField } from "../../ui/SearchField.tsx";

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
