import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { t } from "../i18n/i18n.ts";
import { paths } from "../paths.ts";
import { useFirstList } from "../session/holdings.ts";
import { Button } from "../ui/Button.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { SideMenu } from "./SideMenu.tsx";

export interface MobileMenuProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The side menu of small screens, over the page. It also holds the top menu, for which phones have no room. */
export function MobileMenu({ isOpen, onClose, children }: MobileMenuProps) {
  const list = useFirstList();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-30 animate-appear bg-black/45 lg:hidden"
    >
      <Modal className="h-full w-72 max-w-[85vw] overflow-y-auto border-r border-line bg-surface">
        <Dialog aria-label={t("shell.section_menu")} className="flex min-h-full flex-col outline-none">
          <div className="flex items-center gap-1 border-b border-line p-2 pl-3">
            <LinkButton variant="ghost" href={paths.dashboard} className="sm:hidden">
              {t("shell.dashboard")}
            </LinkButton>
            {list !== null && (
              <LinkButton variant="ghost" href={list} className="sm:hidden">
                {t("shell.domains")}
              </LinkButton>
            )}
            <Button
              variant="ghost"
              icon={<IconX size={20} />}
              aria-label={t("shell.close_menu")}
              onPress={onClose}
              className="ml-auto"
            />
          </div>
          <div className="flex flex-1 flex-col [&>nav]:flex-1">
            <SideMenu>{children}</SideMenu>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
