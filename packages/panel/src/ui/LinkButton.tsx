import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-aria-components/Link";
import { buttonStyle, type ButtonSize, type ButtonVariant } from "./button-style.ts";
import { cx } from "./cx.ts";

export interface LinkButtonProps extends Omit<LinkProps, "children" | "className" | "style"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** Looks like a button, is a link: it leads somewhere. */
export const LinkButton = ({ variant, size, icon, children, className, ...props }: LinkButtonProps) => (
  <Link {...props} className={cx(buttonStyle({ variant, size, square: children === undefined }), className)}>
    {icon}
    {children}
  </Link>
);
