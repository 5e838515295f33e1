import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useRef } from "react";
import { t } from "../../i18n/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { useCopy } from "../../ui/useCopy.ts";

/** A value to type elsewhere: copied by a press; where the browser does not let us, selected, to be copied by hand. */
export function CopiedValue({ label, value }: { label: string; value: string }) {
  const text = useRef<HTMLElement>(null);
  const { outcome, copy } = useCopy(() => {
    if (text.current) getSelection()?.selectAllChildren(text.current);
  });
  return (
    <span className="flex min-w-0 items-center gap-2">
      <code ref={text} className="min-w-0 flex-1 font-mono text-label wrap-anywhere">
        {value}
      </code>
      <Button
        variant="ghost"
        size="sm"
        icon={outcome === "copied" ? <IconCheck size={15} /> : <IconCopy size={15} />}
        aria-label={outcome === "copied" ? t("ui.copied") : t("holding.copy", { what: label })}
        onPress={() => void copy(value)}
      />
      <span aria-live="polite" className="text-small text-danger empty:hidden">
        {outcome === "failed" && t("main.no_copy")}
      </span>
    </span>
  );
}
