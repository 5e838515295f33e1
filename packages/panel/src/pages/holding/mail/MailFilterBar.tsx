import { t } from "../../../i18n/i18n.ts";
import { Segmented } from "../../../ui/Segmented.tsx";
import { TextFilter } from "../../../ui/SearchField.tsx";
import type { MailFilter, MailKind } from "./mail-search.ts";

const all = "all";

export interface MailFilterBarProps extends MailFilter {
  /** Of each kind that the user may see, those that the text leaves; undefined until known. */
  counts: Readonly<Record<MailKind, number>> | undefined;
  /** The kinds the user may see: one alone needs no choice. */
  kinds: readonly MailKind[];
  onFilter: (filter: MailFilter) => void;
}

export function MailFilterBar({ q = "", type, counts, kinds, onFilter }: MailFilterBarProps) {
  const segments = [
    {
      id: all as MailKind | typeof all,
      label: t("mail_page.kind_all"),
      count: counts && counts.account + counts.alias,
    },
    { id: "account" as const, label: t("mail_page.accounts"), count: counts?.account },
    { id: "alias" as const, label: t("mail_page.aliases"), count: counts?.alias },
  ];
  return (
    <search className="mb-3 flex flex-wrap items-end gap-3">
      <TextFilter
        label={t("mail_page.filter")}
        q={q}
        onChange={(text) => onFilter({ q: text || undefined })}
      />
      {kinds.length > 1 && (
        <Segmented
          label={t("mail_page.kind_filter")}
          segments={segments}
          value={type ?? all}
          className={counts ? "" : "invisible"}
          onChange={(choice) => onFilter({ type: choice === all ? undefined : choice })}
        />
      )}
    </search>
  );
}
