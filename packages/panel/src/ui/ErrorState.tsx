import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "../i18n/i18n.ts";
import { NativeButton } from "./NativeButton.tsx";

export interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** What it means, what to do. */
  text?: ReactNode;
  onRetry?: () => void;
  /** In the place of a whole page: its title is the page's. */
  isPage?: boolean;
  /** Beside trying again. */
  children?: ReactNode;
}

const titleStyle = "text-section font-[620]";

export const ErrorState = ({ title, text, onRetry, isPage, children }: ErrorStateProps) => (
  <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
    <span className="mb-4 grid size-11 place-items-center rounded-full bg-danger-soft text-danger">
      <IconAlertTriangle size={20} aria-hidden />
    </span>
    {isPage ? <h1 className={titleStyle}>{title}</h1> : <p className={titleStyle}>{title}</p>}
    {text && <p className="mt-1 max-w-md text-pretty text-muted">{text}</p>}
    {onRetry && (
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <NativeButton icon={<IconRefresh size={16} />} onClick={onRetry}>
          {t("ui.retry")}
        </NativeButton>
        {children}
      </div>
    )}
  </div>
);
