import { type ReactNode, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

export interface ConfirmDialogProps {
  /** Names the thing: "Delete www.example.com?". */
  title: string;
  /** What is lost. */
  children: ReactNode;
  /** The verb, not "OK". */
  confirmLabel: string;
  isOpen: boolean;
  onClose: () => void;
  /** The dialog is locked until this settles, then closes; who calls it tells of success and failure. */
  onConfirm: () => Promise<unknown>;
  isDanger?: boolean;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, isOpen, onClose, onConfirm, isDanger = true } = props;
  const [isRunning, setRunning] = useState(false);
  const confirm = async () => {
    setRunning(true);
    try {
      await onConfirm();
    } finally {
      setRunning(false);
      onClose();
    }
  };
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      locked={isRunning}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isRunning} autoFocus>
            {t("ui.cancel")}
          </Button>
          <Button
            variant={isDanger ? "danger" : "primary"}
            isPending={isRunning}
            onPress={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-muted">{children}</div>
    </Dialog>
  );
}
