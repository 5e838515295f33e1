import { type GlueRecord, toUnicode } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { api } from "../../../../api/client.ts";
import { query } from "../../../../api/query.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { explain } from "../../explain.ts";
import { useFocusKept } from "../../use-focus-kept.ts";
import { announce } from "../domain-changes.ts";
import { refreshDomain } from "../domain-queries.ts";
import { useDomainDialog } from "../use-domain-dialog.ts";
import { SectionState } from "../section/SectionState.tsx";
import { addressesOf, hostOf } from "./glue-record.ts";
import type { GlueDialogsProps } from "./GlueDialogs.tsx";

export interface GlueListProps extends GlueDialogsProps {
  onNew: () => void;
  onEdit: (record: GlueRecord) => void;
}

export function GlueList({ part, list, onClose, onNew, onEdit }: GlueListProps) {
  const { holding, domain } = part;
  const { open, backTo, delete: deletedId } = useDomainDialog();
  const deleted = list.data?.gluerecords.find(({ id }) => id === deletedId);
  const { data: delegated } = useQuery({
    ...query("nameserverInit", { params: { id: holding.id } }),
    enabled: holding.can("nameserverInit"),
  });
  const used = delegated?.domainDNSs ?? [];
  const { max } = domain.capabilities.glue;
  const keepFocus = useFocusKept("li");
  const isFull = (list.data?.gluerecords.length ?? 0) >= max;
  return (
    <Dialog
      title={t("domain.glue_title", { domain: toUnicode(domain.name) })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button slot="close">{t("ui.close")}</Button>
          <Button
            variant="primary"
            icon={<IconPlus size={16} />}
            onPress={onNew}
            isDisabled={isFull}
            autoFocus
          >
            {t("domain.glue_new")}
          </Button>
        </>
      }
    >
      <div {...keepFocus}>
        <p className="mb-3 text-pretty text-muted">{t("domain.glue_text")}</p>
        <SectionState query={list}>
          {({ gluerecords }) => (
            <ul aria-label={t("domain.glue")} className="divide-y divide-line">
              {gluerecords.map((record) => (
                <GlueRow
                  key={record.id}
                  host={hostOf(record, domain)}
                  addresses={addressesOf(record)}
                  onEdit={() => onEdit(record)}
                  onDelete={() => open("glue", { delete: record.id })}
                  locked={used.includes(`${record.name}.${domain.name}`) ? t("domain.glue_used") : undefined}
                />
              ))}
            </ul>
          )}
        </SectionState>
        {isFull && <p className="mt-3 text-small text-muted">{t("domain.glue_full", { max })}</p>}
        {deleted && (
          <ConfirmDialog
            title={t("domain.glue_delete_title", { host: hostOf(deleted, domain) })}
            confirmLabel={t("domain.glue_delete")}
            isOpen
            onClose={() => backTo("glue")}
            onConfirm={() => deleteGlue(holding.id, deleted)}
          >
            <p>{t("domain.glue_delete_text")}</p>
          </ConfirmDialog>
        )}
      </div>
    </Dialog>
  );
}

interface GlueRowProps {
  host: string;
  addresses: readonly string[];
  onEdit: () => void;
  onDelete: () => void;
  /** Why it can't be deleted; undefined where it can. */
  locked: string | undefined;
}

const GlueRow = ({ host, addresses, onEdit, onDelete, locked }: GlueRowProps) => (
  <li className="flex min-h-11.5 items-center justify-between gap-3 py-1.5">
    <span className="min-w-0 font-mono text-label wrap-anywhere">
      {host}
      <span className="flex flex-wrap gap-x-4 text-muted">
        {addresses.map((address) => (
          <span key={address}>{address}</span>
        ))}
      </span>
    </span>
    <span className="flex shrink-0">
      <Button
        variant="ghost"
        size="sm"
        icon={<IconPencil size={16} />}
        aria-label={t("domain.glue_edit", { host })}
        onPress={onEdit}
      />
      {locked === undefined ? (
        <Button
          variant="ghost"
          size="sm"
          icon={<IconTrash size={16} />}
          aria-label={t("domain.glue_delete_one", { host })}
          onPress={onDelete}
        />
      ) : (
        <LockHint reason={locked} />
      )}
    </span>
  </li>
);

async function deleteGlue(id: number, { id: gid }: GlueRecord): Promise<void> {
  try {
    announce(id, await api.glueDelete({ params: { id, gid } }));
  } catch (error) {
    explain(error);
    await refreshDomain(id);
  }
}
