import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { LockHint } from "../../../../ui/LockHint.tsx";
import type { DomainDialog } from "../domain-search.ts";
import { useDomainDialog } from "../use-domain-dialog.ts";

export interface EditButtonProps {
  dialog: DomainDialog;
  /** What it is that is edited: the button's words are the same for all. */
  of: string;
  /** Why it can't be; undefined where it can. */
  locked: string | undefined;
  label?: string;
}

/** Opens the dialog of a section, or says why there is none. */
export function EditButton({ dialog, of, locked, label = t("domain.edit") }: EditButtonProps) {
  const { open } = useDomainDialog();
  if (locked !== undefined) return <LockHint reason={locked} />;
  return (
    <Button size="sm" aria-label={`${label}: ${of}`} onPress={() => open(dialog)}>
      {label}
    </Button>
  );
}
