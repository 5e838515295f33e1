import { IconAt, IconMail } from "@tabler/icons-react";
import { t } from "../../../i18n/i18n.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { HintText } from "../../../ui/Tooltip.tsx";
import type { MailItem } from "./mail-items.ts";
import { RowActions, type RowActionsProps } from "./RowActions.tsx";
import { TargetsPopover } from "./TargetsPopover.tsx";
import { UsageBar } from "./UsageBar.tsx";

export interface MailTableProps extends Omit<RowActionsProps, "item"> {
  items: readonly MailItem[];
  /** The domain as the user reads it. */
  name: string;
  /** The targets that are not there. */
  missing: ReadonlySet<string>;
}

const headerCell = "px-4 py-2.5 text-left font-semibold whitespace-nowrap";
const cell = "px-4 max-sm:px-0";
/** More would not fit; the others are counted. */
const shownTargets = 2;

/** Below 640 px each row is a card: what it is and its address, usage or targets, the actions. */
export function MailTable({ items, name, ...actions }: MailTableProps) {
  return (
    <table aria-label={t("mail_page.table", { name })} className="w-full table-fixed max-sm:block">
      <thead className="border-b border-line bg-canvas text-small text-muted max-sm:sr-only">
        <tr>
          <th scope="col" className="w-12">
            <span className="sr-only">{t("mail_page.column.kind")}</span>
          </th>
          <th scope="col" className={cx(headerCell, "w-1/3")}>
            {t("mail_page.column.address")}
          </th>
          <th scope="col" className={headerCell}>
            {t("mail_page.column.target")}
          </th>
          <th scope="col" className={cx(headerCell, "w-44")}>
            <span className="sr-only">{t("mail_page.column.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {items.map((item) => (
          <MailRow key={`${item.kind} ${item.id}`} item={item} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

function MailRow({ item, missing, ...actions }: RowActionsProps & Pick<MailTableProps, "missing">) {
  const Icon = item.kind === "account" ? IconMail : IconAt;
  return (
    <tr className="h-11.5 max-sm:flex max-sm:h-auto max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-3 max-sm:pr-2 max-sm:pl-4">
      <td className={cx(cell, "text-muted")}>
        <Icon size={17} aria-hidden />
        <span className="sr-only">{t(`mail_page.${item.kind}`)}</span>
      </td>
      <th
        scope="row"
        title={item.address}
        className={cx(
          cell,
          "truncate text-left font-mono text-label font-normal max-sm:basis-3/4 max-sm:whitespace-normal max-sm:wrap-anywhere",
        )}
      >
        {item.address}
      </th>
      <td className={cx(cell, "max-sm:basis-3/4")}>
        {item.kind === "account" ? (
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <UsageBar usage={item.mailbox.usage} quota={item.mailbox.quota} />
            <Marks item={item} missing={missing} />
          </span>
        ) : (
          <Targets item={item} missing={missing} />
        )}
      </td>
      <td className="pr-4 max-sm:ml-auto max-sm:pr-0">
        <span className="flex items-center justify-end gap-1">
          <RowActions item={item} {...actions} />
        </span>
      </td>
    </tr>
  );
}

function Targets({ item, missing }: { item: MailItem; missing: ReadonlySet<string> }) {
  const { address, targets } = item;
  const others = targets.slice(shownTargets);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-mono text-label text-muted wrap-anywhere">
        <span aria-hidden>→ </span>
        {targets.slice(0, shownTargets).join(", ")}
      </span>
      {others.length > 0 && (
        <TargetsPopover
          address={address}
          targets={targets}
          missing={missing}
          text={t("mail_page.targets_title", { address })}
        >
          +{others.length}
        </TargetsPopover>
      )}
      <MissingMark targets={targets} missing={missing} />
    </span>
  );
}

/** Mail that goes on to what is not there goes back to who sent it. */
function MissingMark({ targets, missing }: Pick<MailItem, "targets"> & { missing: ReadonlySet<string> }) {
  const gone = targets.filter((target) => missing.has(target));
  if (gone.length === 0) return null;
  return (
    <HintText text={t("mail_page.missing_target_text", { count: gone.length, targets: gone.join(", ") })}>
      <Badge tone="warning">{t("mail_page.missing_target")}</Badge>
    </HintText>
  );
}

interface MarksProps {
  item: Extract<MailItem, { kind: "account" }>;
  missing: ReadonlySet<string>;
}

/** What a mailbox does by itself. */
const Marks = ({ item: { address, mailbox, targets }, missing }: MarksProps) => (
  <>
    {targets.length > 0 && (
      <TargetsPopover
        address={address}
        targets={targets}
        missing={missing}
        text={t(mailbox.keepsCopy ? "mail_page.forwards_copy" : "mail_page.forwards_only")}
      >
        <Badge tone="info">{t("mail_page.forwards")}</Badge>
      </TargetsPopover>
    )}
    <MissingMark targets={targets} missing={missing} />
    {mailbox.answers && (
      <HintText text={t("mail_page.answers_text")}>
        <Badge tone="info">{t("mail_page.answers")}</Badge>
      </HintText>
    )}
  </>
);
