import { IconHistory } from "@tabler/icons-react";
import { t } from "../i18n/i18n.ts";

/** Says in a form that what was typed is still there, and still unsaved. */
export const KeptNote = () => (
  <output className="mb-4 flex items-center gap-2 text-small text-muted">
    <IconHistory size={15} aria-hidden className="shrink-0" />
    {t("ui.kept")}
  </output>
);
