import { recordTypes, type RecordType } from "@atrio/contract";
import { t } from "../../../i18n/i18n.ts";
import { cx } from "../../../ui/cx.ts";
import { Segmented } from "../../../ui/Segmented.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { TextFilter } from "../../../ui/SearchField.tsx";

const all = "all";
type Choice = RecordType | typeof all;

export interface RecordFilterProps {
  q: string;
  type: RecordType | undefined;
  /** Per type, of what matches the text; undefined until known. */
  counts: Partial<Record<RecordType, number>> | undefined;
  onFilter: (filter: { q?: string | undefined; type?: RecordType | undefined }) => void;
}

export function RecordFilter({ q, type, counts, onFilter }: RecordFilterProps) {
  const choices = recordTypes.filter((id) => id === type || (counts?.[id] ?? 0) > 0);
  const total = counts && recordTypes.reduce((sum, id) => sum + (counts[id] ?? 0), 0);
  const segments = [
    { id: all as Choice, label: t("zone.type_filter_all"), count: total },
    ...choices.map((id) => ({ id: id as Choice, label: id, count: counts?.[id] ?? 0 })),
  ];
  const choose = (choice: Choice) => onFilter({ type: choice === all ? undefined : choice });
  return (
    <search className="mb-3 flex flex-wrap items-end gap-3">
      <TextFilter label={t("zone.filter")} q={q} onChange={(text) => onFilter({ q: text || undefined })} />
      <Segmented
        label={t("zone.type_filter")}
        segments={segments}
        value={type ?? all}
        onChange={choose}
        className={cx("max-sm:hidden", !counts && "invisible")}
      />
      {/* Ten segments don't fit a phone. */}
      <SelectField
        label={t("zone.type_filter")}
        options={segments.map(({ id, label, count }) => ({
          id,
          label: count === undefined ? label : `${label} (${count})`,
        }))}
        value={type ?? all}
        onChange={choose}
        className="w-full sm:hidden"
      />
    </search>
  );
}
