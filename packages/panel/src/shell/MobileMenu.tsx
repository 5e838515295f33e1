import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../i18n/i18n.ts";
import { NativeButton } from "../ui/NativeButton.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { TopMenu } from "./TopMenu.tsx";

export interface MobileMenuProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The side menu of small screens, over the page: the browser's own modal dialog keeps the focus in and gives it back. It also
 * holds the top menu, for which phones have no room.
 */
export function MobileMenu({ isOpen, onClose, children }: MobileMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return undefined;
    // Its content fills it: what is pressed on the element itself is the backdrop.
    const onClick = ({ target }: MouseEvent) => target === element && element.close();
    element.addEventListener("click", onClick);
    element.showModal();
    return () => {
      element.removeEventListener("click", onClick);
      element.close();
    };
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-label={t("shell.section_menu")}
      onClose={onClose}
      className="h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto border-r border-line bg-surface text-ink backdrop:animate-appear backdrop:bg-black/45"
    >
      {isOpen && (
        <div className="flex min-h-full flex-col">
          <div className="flex items-center gap-1 border-b border-line p-2 pl-3">
            <TopMenu className="sm:hidden" />
            <NativeButton
              variant="ghost"
              icon={<IconX size={20} aria-hidden />}
              aria-label={t("shell.close_menu")}
              onClick={onClose}
              className="ml-auto"
            />
          </div>
          <div className="flex flex-1 flex-col [&>nav]:flex-1">
            <SideMenu>{children}</SideMenu>
          </div>
        </div>
      )}
    </dialog>
  );
}
