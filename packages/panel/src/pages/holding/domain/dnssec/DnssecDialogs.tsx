import type { DnssecRecord } from "@atrio/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { api } from "../../../../api/client.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { explain } from "../../explain.ts";
import { useFocusKept } from "../../use-focus-kept.ts";
import { announce } from "../domain-changes.ts";
import type { DomainPart } from "../domain-part.ts";
import { refreshDomain } from "../domain-queries.ts";
import { PartDialog } from "../section/PartDialog.tsx";
import { SectionState } from "../section/SectionState.tsx";
import { useDomainDialog } from "../use-domain-dialog.ts";
import { useFailedLoad } from "../use-failed-load.ts";
import { DnssecCreateDialog } from "./DnssecCreateDialog.tsx";
import { kindOf } from "./dnssec-names.ts";
import { useDnssecList } from "./dnssec-queries.ts";

export const DnssecDialogs = (part: DomainPart) => (
  <PartDialog name="dnssec" call="dnssecCreate" part={part}>
    {(close) => <ManageDialog id={part.holding.id} name={part.domain.name} onClose={close} />}
  </PartDialog>
);

interface ManageDialogProps {
  id: number;
  name: string;
  onClose: () => void;
}

/** The records at the registry, one by one and by hand: for zones that are signed elsewhere. Each dialog has its address. */
function ManageDialog({ id, name, onClose }: ManageDialogProps) {
  const list = useDnssecList(id);
  useFailedLoad(list.error);
  const { open, backTo, item, delete: deletedId } = useDomainDialog();
  const back = () => backTo("dnssec");
  const keepFocus = useFocusKept("li");
  if (item === "new") return <DnssecCreateDialog id={id} name={name} onClose={back} onRefused={onClose} />;
  const deleted = list.data?.dnssec.find((record) => record.id === deletedId);
  return (
    <Dialog
      title={t("domain.dnssec_manage_title", { name })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button slot="close">{t("ui.close")}</Button>
          <Button
            variant="primary"
            icon={<IconPlus size={16} aria-hidden />}
            onPress={() => open("dnssec", { item: "new" })}
          >
            {t("domain.dnssec_new")}
          </Button>
        </>
      }
    >
      <div {...keepFocus}>
        <p className="mb-3 text-pretty text-muted">{t("domain.dnssec_manage_text")}</p>
        <SectionState query={list}>
          {({ dnssec }) =>
            dnssec.length === 0 ? (
              <p className="text-muted">{t("domain.dnssec_none")}</p>
            ) : (
              <ul aria-label={t("domain.dnssec_records")} className="divide-y divide-line">
                {dnssec.map((record) => (
                  <Row
                    key={record.id}
                    record={record}
                    onDelete={() => open("dnssec", { delete: record.id })}
                  />
                ))}
              </ul>
            )
          }
        </SectionState>
        {deleted && (
          <DeleteDialog id={id} record={deleted} isLast={list.data?.dnssec.length === 1} onClose={back} />
        )}
      </div>
    </Dialog>
  );
}

const secretOf = (record: DnssecRecord): string => ("digest" in record ? record.digest : record.publicKey);

const Row = ({ record, onDelete }: { record: DnssecRecord; onDelete: () => void }) => (
  <li className="flex items-center justify-between gap-4 py-2.5">
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-mono text-label font-medium">{record.keytag}</span>
        <span className="text-small text-muted">{kindOf(record)}</span>
      </p>
      <p className="font-mono text-small break-all text-muted">{secretOf(record)}</p>
    </div>
    <Button
      variant="ghost"
      size="sm"
      icon={<IconTrash size={16} aria-hidden />}
      aria-label={t("domain.dnssec_delete_of", { keytag: String(record.keytag) })}
      onPress={onDelete}
    />
  </li>
);

interface DeleteDialogProps {
  id: number;
  record: DnssecRecord;
  isLast: boolean;
  onClose: () => void;
}

function DeleteDialog({ id, record, isLast, onClose }: DeleteDialogProps) {
  const remove = async () => {
    try {
      announce(id, await api.dnssecDelete({ params: { id, dnssecId: record.id } }));
    } catch (error) {
      explain(error);
      void refreshDomain(id);
    }
  };
  return (
    <ConfirmDialog
      title={t("domain.dnssec_delete_title", { keytag: String(record.keytag) })}
      confirmLabel={t("domain.dnssec_delete")}
      isOpen
      onClose={onClose}
      onConfirm={remove}
    >
      <p className="text-pretty">{t(isLast ? "domain.dnssec_delete_last" : "domain.dnssec_delete_one")}</p>
    </ConfirmDialog>
  );
}
