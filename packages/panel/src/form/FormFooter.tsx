import type { ReactNode } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { DialogFooter } from "../ui/Dialog.tsx";

export interface FormFooterProps {
  /** What submitting does. */
  label: string;
  isPending: boolean;
  isDisabled?: boolean;
  /** Other ways on, between giving up and submitting. */
  children?: ReactNode;
}

/** The buttons of a form in a dialog. The slot closes it the dialog's own way: with changes it asks. */
export const FormFooter = ({ label, isPending, isDisabled = false, children }: FormFooterProps) => (
  <DialogFooter>
    <Button slot="close" isDisabled={isPending}>
      {t("ui.cancel")}
    </Button>
    {children}
    <Button type="submit" variant="primary" isPending={isPending} isDisabled={isDisabled}>
      {label}
    </Button>
  </DialogFooter>
);
