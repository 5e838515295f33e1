import type { ReactNode } from "react";
import { t } from "../../../i18n/i18n.ts";
import { cx } from "../../../ui/cx.ts";

const headerCell = "px-4 py-2.5 text-left font-semibold whitespace-nowrap";
const cell = "px-4 max-sm:px-0";

export interface WebTableProps {
  label: string;
  /** What the second column says. */
  target: string;
  children: ReactNode;
}

/** Below 640 px each row is a card: the address, where it leads, the actions. */
export const WebTable = ({ label, target, children }: WebTableProps) => (
  <table aria-label={label} className="w-full table-fixed max-sm:block">
    <thead className="border-b border-line bg-canvas text-small text-muted max-sm:sr-only">
      <tr>
        <th scope="col" className="w-12">
          <span className="sr-only">{t("hosting.column_kind")}</span>
        </th>
        <th scope="col" className={cx(headerCell, "w-1/3")}>
          {t("hosting.column_address")}
        </th>
        <th scope="col" className={headerCell}>
          {target}
        </th>
        <th scope="col" className={cx(headerCell, "w-24")}>
          <span className="sr-only">{t("hosting.column_actions")}</span>
        </th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line max-sm:block">{children}</tbody>
  </table>
);

export interface WebRowProps {
  /** Of what kind it is, with words for who does not see it. */
  kind: ReactNode;
  /** An address or a path, as the user reads it. */
  address: ReactNode;
  target: ReactNode;
  /** What is being made of it, below. */
  jobs: ReactNode;
  actions: ReactNode;
}

export const WebRow = ({ kind, address, target, jobs, actions }: WebRowProps) => (
  <tr className="h-11.5 max-sm:grid max-sm:h-auto max-sm:grid-cols-[1.25rem_minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-3 max-sm:pr-2 max-sm:pl-4">
    <td className={cx(cell, "text-muted")}>{kind}</td>
    <th scope="row" className={cx(cell, "text-left font-mono text-label font-normal wrap-anywhere")}>
      {address}
    </th>
    <td className={cx(cell, "max-sm:col-start-2")}>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">{target}</span>
      {jobs}
    </td>
    <td className="pr-4 max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 max-sm:self-center max-sm:pr-0">
      <span className="flex items-center justify-end gap-1">{actions}</span>
    </td>
  </tr>
);
