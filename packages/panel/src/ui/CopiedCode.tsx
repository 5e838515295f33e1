import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useRef } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "./Button.tsx";
import { useCopy } from "./useCopy.ts";

/** A code to take elsewhere: copied by a press; where the browser does not let us, selected, to be copied by hand. */
export function CopiedCode({ label, code }: { label: string; code: string }) {
  const text = useRef<HTMLInputElement>(null);
  const { outcome, copy } = useCopy(() => {
    text.current?.focus();
    text.current?.select();
  });
  return (
    <>
      <div className="flex items-center gap-2 rounded-control border border-line bg-subtle px-3 py-1.5">
        <input
          ref={text}
          aria-label={label}
          readOnly
          value={code}
          className="min-w-0 flex-1 bg-transparent font-mono text-sm outline-none"
        />
        <Button
          size="sm"
          icon={outcome === "copied" ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onPress={() => void copy(code)}
        >
          {t(outcome === "copied" ? "ui.copied" : "ui.copy")}
        </Button>
      </div>
      <p aria-live="polite" className="mt-2 text-small text-danger empty:hidden">
        {outcome === "failed" && t("main.no_copy")}
      </p>
    </>
  );
}
