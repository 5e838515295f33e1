import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { floating } from "./float-style.ts";
import { moveFocus } from "./move-focus.ts";
import { NativeButton, type NativeButtonProps } from "./NativeButton.tsx";

export interface PopoverMenuProps extends Omit<NativeButtonProps, "children"> {
  /** What the menu belongs to, for screen readers. */
  label: string;
  /** What is seen of the button that opens it; it is called as the menu is. */
  trigger: ReactNode;
  /** Links and buttons with `role="menuitem"`, out of the tab order. */
  children: ReactNode;
  /** Where it floats. */
  menuClassName: string;
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];

/** A letter leads to the next entry that begins with it (WAI-ARIA menu pattern). */
function focusByLetter(items: readonly HTMLElement[], letter: string): void {
  const after = items.findIndex((item) => item === document.activeElement) + 1;
  [...items.slice(after), ...items.slice(0, after)]
    .find((item) => item.textContent.trim().toLowerCase().startsWith(letter.toLowerCase()))
    ?.focus();
}

function onMenuKey(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  const items = itemsOf(menu);
  if (moveFocus(items, key)) event.preventDefault();
  else if (key === "Tab") menu.hidePopover();
  else if (key === " ") {
    event.preventDefault();
    items.find((item) => item === document.activeElement)?.click();
  } else if (key.length === 1) focusByLetter(items, key);
}

/**
 * A menu of the browser's own popover, for what every page has: nothing to load. Escape, a press outside and the return of
 * the focus are the browser's; the keys within are here. Where React Aria is loaded anyway: <Menu>.
 */
export function PopoverMenu({ label, trigger, children, menuClassName, ...button }: PopoverMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <NativeButton
        {...button}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={({ key }) => key === "ArrowDown" && menu.current?.showPopover()}
      >
        <span className="sr-only">{label}</span>
        <span aria-hidden className="contents">
          {trigger}
        </span>
      </NativeButton>
      <div
        ref={menu}
        id={id}
        role="menu"
        popover="auto"
        tabIndex={-1}
        aria-label={label}
        className={cx(floating, "fixed inset-auto min-w-48 p-1", menuClassName)}
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === "open");
          if (newState === "open") itemsOf(currentTarget)[0]?.focus();
        }}
        onKeyDown={onMenuKey}
        onClick={() => menu.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
