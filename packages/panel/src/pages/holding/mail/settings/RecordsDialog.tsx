import type { MailRecord } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../../../api/query.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Badge, type BadgeTone } from "../../../../ui/Badge.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { useHolding } from "../../holding.ts";
import type { MailDialogProps } from "../dialog-props.ts";
import { CopiedValue } from "../../CopiedValue.tsx";

/** What the world was told a moment ago: asked each time. */
const fresh = { staleTime: 0, refetchOnWindowFocus: false } as const;

/** What the DNS of the domain has to say for its mail, beside what it says. */
export function RecordsDialog({ id, onClose }: MailDialogProps) {
  const { reference } = useHolding();
  const loaded = useQuery({ ...query("mailRecords", { params: { id } }), ...fresh });
  return (
    <Dialog
      title={t("mail_records.title", { name: toUnicode(reference) })}
      isOpen
      onClose={onClose}
      size="lg"
      footer={
        <>
          <Button isPending={loaded.isFetching} onPress={() => void loaded.refetch()}>
            {t("mail_records.again")}
          </Button>
          <Button slot="close">{t("ui.close")}</Button>
        </>
      }
    >
      <SectionState query={loaded} rows={6}>
        {({ zoneIsOurs, records }) => (
          <>
            <p className="mb-2 text-label text-pretty text-muted">
              {t(zoneIsOurs ? "mail_records.ours" : "mail_records.elsewhere")}
            </p>
            <ul className="divide-y divide-line">
              {records.map((record) => (
                <RecordRow key={`${record.name} ${record.type} ${record.value}`} record={record} />
              ))}
            </ul>
          </>
        )}
      </SectionState>
    </Dialog>
  );
}

const tones: Readonly<Record<MailRecord["state"], BadgeTone>> = {
  right: "success",
  other: "warning",
  missing: "danger",
  unknown: "neutral",
};

function RecordRow({ record }: { record: MailRecord }) {
  const { purpose, name, type, value, priority, state, found } = record;
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge mono>{type}</Badge>
        <Badge tone={tones[state]}>{t(`mail_records.state.${state}`)}</Badge>
        <span className="text-label text-muted">{t(`mail_records.purpose.${purpose}`)}</span>
      </p>
      <dl className="mt-2 grid gap-1">
        <Line term={t("mail_records.name")} value={name} />
        {priority !== null && <Line term={t("mail_records.priority")} value={String(priority)} />}
        <Line term={t("mail_records.value")} value={value} />
        {state === "other" &&
          found.map((other) => (
            <div key={other} className="flex flex-wrap gap-x-4 text-label">
              <dt className="w-24 text-muted">{t("mail_records.found")}</dt>
              <dd className="min-w-0 flex-1 font-mono wrap-anywhere">{other}</dd>
            </div>
          ))}
      </dl>
    </li>
  );
}

const Line = ({ term, value }: { term: string; value: string }) => (
  <div className="flex flex-wrap items-center gap-x-4 text-label">
    <dt className="w-24 text-muted">{term}</dt>
    <dd className="min-w-0 flex-1">
      <CopiedValue label={`${term}: ${value}`} value={value} />
    </dd>
  </div>
);
