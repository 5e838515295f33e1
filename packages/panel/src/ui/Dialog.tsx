import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { t } from "../i18n/i18n.ts";
import { Button } from "./Button.tsx";
import { clearNotices } from "./clear-notices.ts";
import { cx } from "./cx.ts";

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the primary one last. In a form put them inside it instead: `<DialogFooter>`. */
  footer?: ReactNode;
  /** While a call runs: nothing closes it. */
  locked?: boolean;
  /** Closing with changes asks first. A function is asked when it closes. */
  isDirty?: boolean | (() => boolean);
  /** Neither a close button nor Escape: for what must be answered. */
  mustAnswer?: boolean;
  role?: "dialog" | "alertdialog";
  size?: "sm" | "md" | "lg";
}

/** On a wide screen; on others the share of it that specification 1, section 9, names: 75vw at 1199px, 90vw at 575px. */
const widths = { sm: "min-[1200px]:max-w-md", md: "min-[1200px]:max-w-xl", lg: "min-[1200px]:max-w-3xl" };
/** Key repeat must not close a whole stack of dialogs (specification 1, section 9). */
const escapePauseMs = 200;
let closedAt = -Infinity;

export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, footer, locked, isDirty, mustAnswer, role, size = "md" } = props;
  const [isAsking, setAsking] = useState(false);
  useEffect(() => (isOpen ? clearNotices() : undefined), [isOpen]);
  const close = () => {
    if (locked || performance.now() - closedAt < escapePauseMs) return;
    closedAt = performance.now();
    if (typeof isDirty === "function" ? isDirty() : isDirty) setAsking(true);
    else onClose();
  };
  const discard = () => {
    setAsking(false);
    onClose();
  };
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
      isDismissable={!locked && !mustAnswer}
      isKeyboardDismissDisabled={locked || mustAnswer}
      className="fixed inset-0 z-40 grid animate-appear place-items-center overflow-y-auto bg-black/45 px-2 py-4"
    >
      <Modal
        className={cx(
          "w-full max-[1200px]:w-[75vw] max-[576px]:w-[90vw]",
          "rounded-card border border-line bg-surface text-ink shadow-float",
          widths[size],
        )}
      >
        <AriaDialog role={role} className="outline-none">
          <header className="flex items-start justify-between gap-4 px-6 pt-5">
            <Heading slot="title" className="text-lg leading-7 font-[650] text-balance wrap-anywhere">
              {title}
            </Heading>
            {!mustAnswer && (
              <Button
                variant="ghost"
                size="sm"
                icon={<IconX size={18} />}
                aria-label={t("ui.close")}
                isDisabled={locked}
                onPress={close}
                className="-mr-2 max-sm:-my-2"
              />
            )}
          </header>
          <div className="px-6 pt-3 pb-6">
            {children}
            {footer && <DialogFooter>{footer}</DialogFooter>}
          </div>
        </AriaDialog>
        <DiscardDialog isOpen={isAsking} onKeep={() => setAsking(false)} onDiscard={discard} />
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons of a dialog; on phones one below the other, the primary one first. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <footer className="mt-6 flex justify-end gap-2 max-[576px]:flex-col-reverse">{children}</footer>
);

function DiscardDialog({
  isOpen,
  onKeep,
  onDiscard,
}: {
  isOpen: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  if (!isOpen) return null;
  const keep = () => {
    closedAt = -Infinity; // an answer is no key repeat: what is pressed next counts at once
    onKeep();
  };
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t("ui.discard_title")}
      isOpen
      onClose={onKeep}
      footer={
        <>
          <Button onPress={keep} autoFocus>
            {t("ui.keep_editing")}
          </Button>
          <Button variant="danger" onPress={onDiscard}>
            {t("ui.discard")}
          </Button>
        </>
      }
    >
      <p className="text-muted">{t("ui.discard_text")}</p>
    </Dialog>
  );
}
