import type { DnsRecord } from "@atrio/contract";
import { IconCopy, IconPencil, IconSettingsAutomation, IconTrash } from "@tabler/icons-react";
import { t } from "../../../i18n/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { LockHint } from "../../../ui/LockHint.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { Hint } from "./Hint.tsx";
import { PendingMark } from "./PendingMark.tsx";
import { RecordHint, RecordName, shownValue, TypeBadge } from "./RecordCells.tsx";
import { ttlInWords } from "./ttl.ts";

interface RecordActions {
  onEdit: (record: DnsRecord) => void;
  onCopy: (record: DnsRecord) => void;
  onDelete: (record: DnsRecord) => void;
}

export interface RecordTableProps {
  records: readonly DnsRecord[];
  /** As the user reads it. */
  zone: string;
  /** Why nothing can be changed; undefined where it can. */
  lockedBecause: string | undefined;
  actions: RecordActions;
}

const headerCell = "px-4 py-2.5 text-left font-semibold whitespace-nowrap";
const cell = "px-4 max-sm:px-0";
const figure = "text-right tabular-nums whitespace-nowrap max-sm:text-label max-sm:text-muted";

/** Below 640 px each row is a card: type and name, the value, then the figures beside the actions. */
export function RecordTable({ records, zone, ...row }: RecordTableProps) {
  return (
    <table aria-label={t("zone.table", { reference: zone })} className="w-full table-fixed max-sm:block">
      <thead className="border-b border-line bg-canvas text-small text-muted max-sm:sr-only">
        <tr>
          <th scope="col" className={cx(headerCell, "w-22")}>
            {t("zone.column.type")}
          </th>
          <th scope="col" className={cx(headerCell, "w-[25%]")}>
            {t("zone.column.name")}
          </th>
          <th scope="col" className={headerCell}>
            {t("zone.column.value")}
          </th>
          <th scope="col" className={cx(headerCell, "w-22 pl-0 text-right")}>
            {t("zone.column.priority")}
          </th>
          <th scope="col" className={cx(headerCell, "w-28 pl-0 text-right")}>
            {t("zone.column.ttl")}
          </th>
          <th scope="col" className={cx(headerCell, "w-24")}>
            <span className="sr-only">{t("zone.column.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {records.map((record) => (
          <RecordRow key={record.id} record={record} zone={zone} {...row} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<RecordTableProps, "records"> & { record: DnsRecord };

function RecordRow(props: RowProps) {
  const { record, zone, lockedBecause, actions } = props;
  const { type, priority, ttl, dynamicValue, eliminable } = record;
  const value = shownValue(record);
  return (
    <tr className="h-11.5 max-sm:flex max-sm:h-auto max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-3 max-sm:pr-2 max-sm:pl-4">
      <td className={cell}>
        <TypeBadge type={type} />
      </td>
      <th
        scope="row"
        className={cx(
          cell,
          "truncate text-left font-mono text-label font-normal max-sm:flex-1 max-sm:whitespace-normal max-sm:wrap-anywhere",
        )}
      >
        <RecordName record={record} zone={zone} />
      </th>
      <td className={cx(cell, "max-sm:basis-full max-sm:pr-2")}>
        <span className="flex items-center gap-1.5">
          <span
            title={value}
            className="min-w-0 truncate font-mono text-label max-sm:line-clamp-4 max-sm:whitespace-normal max-sm:wrap-anywhere"
          >
            {value}
          </span>
          {record.hint && <RecordHint record={record} hint={record.hint} />}
          {dynamicValue && eliminable && <DynamicMark isEditable={!lockedBecause} />}
          <PendingMark record={record.id} />
        </span>
      </td>
      <td className={cx(cell, figure, "sm:pl-0", priority === null && "max-sm:hidden")}>
        {priority !== null && (
          <>
            <span className="sm:hidden">{t("zone.column.priority")} </span>
            {priority}
          </>
        )}
      </td>
      <td className={cx(cell, figure, "sm:pl-0", ttl === 0 && "text-muted")}>
        <span className="sm:hidden">{t("zone.column.ttl")} </span>
        {ttlInWords(ttl)}
      </td>
      <td className="pr-4 max-sm:ml-auto max-sm:pr-0">
        <span className="flex items-center justify-end">
          <RowActions record={record} lockedBecause={lockedBecause} actions={actions} />
        </span>
      </td>
    </tr>
  );
}

function RowActions({ record, lockedBecause, actions }: Omit<RowProps, "zone">) {
  const reason = lockedBecause ?? (record.eliminable ? undefined : t("zone.locked_system"));
  if (reason) return <LockHint reason={reason} />;
  const { onEdit, onCopy, onDelete } = actions;
  const named = `${record.type} ${record.reference}`;
  const label = t("zone.actions", { record: named });
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t("zone.edit_record", { record: named })}
        icon={<IconPencil size={16} />}
        onPress={() => onEdit(record)}
      />
      <Menu
        label={label}
        actions={[
          {
            id: "edit",
            label: t("zone.edit"),
            icon: <IconPencil size={16} />,
            onAction: () => onEdit(record),
          },
          { id: "copy", label: t("zone.copy"), icon: <IconCopy size={16} />, onAction: () => onCopy(record) },
          {
            id: "delete",
            label: t("zone.delete"),
            icon: <IconTrash size={16} />,
            isDanger: true,
            onAction: () => onDelete(record),
          },
        ]}
      />
    </>
  );
}

/** The value follows the hosting; whoever may edit is told what an edit means. */
const DynamicMark = ({ isEditable }: { isEditable: boolean }) => (
  <Hint text={t(isEditable ? "zone.dynamic_editable" : "zone.dynamic")} label={t("zone.dynamic_mark")}>
    <IconSettingsAutomation size={16} className="text-muted" />
  </Hint>
);
