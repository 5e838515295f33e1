import type { DnsRecord } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { query } from "../../../api/query.ts";
import { isNotFound } from "../../../api/errors.ts";
import { t } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toast.ts";
import type { DnsSearch } from "./dns-search.ts";
import { RecordDialog } from "./RecordDialog.tsx";

export interface RecordDialogsProps {
  id: number;
  zone: string;
  search: DnsSearch;
  /** Why nothing can be changed: a dialog asked for by the address is refused with it. */
  lockedBecause: string | undefined;
  /** The records on the page, which need not be fetched again. */
  known: readonly DnsRecord[];
  onAddress: (search: DnsSearch) => void;
  onCreated: (record: DnsRecord) => void;
  onClose: () => void;
}

/** The dialog that the address names, if any. */
export function RecordDialogs(props: RecordDialogsProps) {
  const { id, zone, search, lockedBecause, known, onAddress, onCreated, onClose } = props;
  const { new: type, record } = search;
  const isAsked = type !== undefined || record !== undefined;
  useEffect(() => {
    if (!isAsked || lockedBecause === undefined) return;
    toast.error(lockedBecause);
    onClose();
  }, [isAsked, lockedBecause, onClose]);
  if (lockedBecause !== undefined) return null;
  const common = { id, zone, onClose };
  if (record !== undefined) return <EditDialog key={record} {...common} recordId={record} known={known} />;
  if (type === undefined) return null;
  return (
    <RecordDialog
      {...common}
      record={null}
      type={type || undefined}
      onType={(chosen) => onAddress({ new: chosen })}
      onSaved={(created) => {
        onCreated(created);
        onClose();
      }}
    />
  );
}

interface EditDialogProps extends Pick<RecordDialogsProps, "id" | "zone" | "known" | "onClose"> {
  recordId: number;
}

function EditDialog({ id, zone, recordId, known, onClose }: EditDialogProps) {
  const listed = known.find((record) => record.id === recordId);
  const { data, error } = useQuery({
    ...query("dnsGet", { params: { id, zid: recordId } }),
    initialData: listed && { dns: listed },
  });
  const record = data?.dns;
  const refusal = error
    ? t(isNotFound(error) ? "zone.not_found" : "zone.error")
    : record?.eliminable === false
      ? t("zone.locked_system")
      : undefined;
  useEffect(() => {
    if (refusal === undefined) return;
    toast.error(refusal);
    onClose();
  }, [refusal, onClose]);
  if (!record || refusal !== undefined) return null;
  return <RecordDialog id={id} zone={zone} record={record} onSaved={onClose} onClose={onClose} />;
}
