import type { ReactNode } from "react";

export interface SettingRowProps {
  titleId?: string;
  textId?: string;
  title: string;
  /** How it stands, or what it is for, in plain words. */
  text: ReactNode;
  /** The control. */
  children?: ReactNode;
}

export const SettingRow = ({ titleId, textId, title, text, children }: SettingRowProps) => (
  <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
    <div className="min-w-0">
      <p id={titleId} className="font-medium">
        {title}
      </p>
      <p id={textId} className="text-small text-pretty text-muted">
        {text}
      </p>
    </div>
    {children}
  </li>
);
