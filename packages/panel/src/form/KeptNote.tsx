import { IconHistory } from "@tabler/icons-react";
import { t } from "../i18n/i18n.ts";
import { cx } from "../ui/cx.ts";

/** Says in a form that what was typed is still there, and still unsaved. `className`: how far from what follows. */
export const KeptNote = ({ className = "mb-4" }: { className?: string }) => (
  <output className={cx("flex items-center gap-2 text-small text-pretty text-muted", className)}>
    <IconHistory size={15} aria-hidden className="shrink-0" />
    {t("ui.kept")}
  </output>
);
