import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { t } from "../../../i18n/i18n.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { floating } from "../../../ui/float-style.ts";

export interface TargetsPopoverProps {
  /** Whose they are. */
  address: string;
  targets: readonly string[];
  missing: ReadonlySet<string>;
  /** Said above them. */
  text: string;
  children: ReactNode;
}

/** Where the mail of an address goes on to, all of it: by a press, which every device has. */
export const TargetsPopover = ({ address, targets, missing, text, children }: TargetsPopoverProps) => (
  <DialogTrigger>
    <Button className="shrink-0 cursor-pointer rounded-sm text-label font-medium text-link hover:underline max-sm:-my-3 max-sm:min-h-11">
      {children}
      <span className="sr-only">. {t("mail_page.targets_title", { address })}</span>
    </Button>
    <Popover className={cx(floating, "overflow-auto")}>
      <Dialog aria-label={t("mail_page.targets_title", { address })} className="p-3 outline-none">
        <p className="mb-2 text-small text-muted">{text}</p>
        <ul className="font-mono text-label">
          {targets.map((target) => (
            <li key={target} className="flex flex-wrap items-center gap-2 wrap-anywhere">
              {target}
              {missing.has(target) && <Badge tone="warning">{t("mail_page.missing_target")}</Badge>}
            </li>
          ))}
        </ul>
      </Dialog>
    </Popover>
  </DialogTrigger>
);
