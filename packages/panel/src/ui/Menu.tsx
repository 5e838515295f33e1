import { IconDots } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { t } from "../i18n/i18n.ts";
import { Button, type ButtonProps } from "./Button.tsx";
import { cx } from "./cx.ts";
import { floating, option } from "./float-style.ts";

export interface MenuAction {
  id: string;
  label: string;
  icon?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  href?: string;
  onAction?: () => void;
}
export interface MenuProps {
  /** What the menu belongs to, for screen readers. */
  label: string;
  actions: readonly MenuAction[];
  /** The button that opens it; three dots when left out. */
  trigger?: ReactElement;
  placement?: PopoverProps["placement"];
}

export const Menu = ({ label, actions, trigger, placement = "bottom end" }: MenuProps) => (
  <MenuTrigger>
    {trigger ?? <MenuButton aria-label={label} />}
    <Popover placement={placement} className={cx(floating, "min-w-44")}>
      <AriaMenu aria-label={label} items={actions} className="p-1 outline-none">
        {({ label: words, icon, isDanger, ...item }) => (
          <MenuItem {...item} textValue={words} className={cx(option, isDanger && "text-danger")}>
            {icon}
            {words}
          </MenuItem>
        )}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);

export const MenuButton = (props: Omit<ButtonProps, "icon" | "children">) => (
  <Button variant="ghost" aria-label={t("ui.more")} {...props} icon={<IconDots size={16} />} />
);
