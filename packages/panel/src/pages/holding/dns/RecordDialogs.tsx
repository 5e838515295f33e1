import type { DnsRecord } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { query } from "../../../api/query.ts";
import { ApiError, isNotFound, isSessionEnd } from "../../../api/errors.ts";
import { t } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toast.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import type { DnsDialog, DnsSearch } from "./dns-search.ts";
import { RecordDialog } from "./RecordDialog.tsx";

export interface RecordDialogsProps {
  id: number;
  zone: string;
  search: DnsSearch;
  /** The records on the page, which need not be fetched again. */
  known: readonly DnsRecord[];
  onAddress: (dialog: DnsDialog) => void;
  onClose: () => void;
}

/** The dialog that the address names, if any. */
export function RecordDialogs(props: RecordDialogsProps) {
  const { id, zone, search, known, onAddress, onClose } = props;
  const { new: type, record, delete: deleted } = search;
  const common = { id, zone, onClose };
  if (record !== undefined) {
    return (
      <Loaded key={record} id={id} recordId={record} known={known} onFailed={onClose}>
        {(loaded) => <RecordDialog {...common} record={loaded} />}
      </Loaded>
    );
  }
  if (deleted !== undefined) {
    return (
      <Loaded key={deleted} id={id} recordId={deleted} known={known} onFailed={onClose}>
        {(loaded) => <DeleteDialog id={id} record={loaded} onClose={onClose} />}
      </Loaded>
    );
  }
  if (type === undefined) return null;
  return (
    <RecordDialog
      {...common}
      record={null}
      type={type || undefined}
      onType={(chosen) => onAddress({ new: chosen })}
    />
  );
}

interface LoadedProps extends Pick<RecordDialogsProps, "id" | "known"> {
  recordId: number;
  onFailed: () => void;
  children: (record: DnsRecord) => ReactNode;
}

/** The record of the address, which may be gone, or none that customers change. */
function Loaded({ id, recordId, known, onFailed, children }: LoadedProps) {
  const listed = known.find((record) => record.id === recordId);
  const { data, error } = useQuery({
    ...query("dnsGet", { params: { id, zid: recordId } }),
    initialData: listed && { dns: listed },
  });
  const record = data?.dns;
  const refusal = refusalOf(record, error);
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (refusal === undefined) return;
    toast.error(refusal);
    fail();
  }, [refusal]);
  return record && refusal === undefined ? children(record) : null;
}

/** A record that is there stays while it can't be asked for again; an ended session has a dialog of its own. */
function refusalOf(record: DnsRecord | undefined, error: Error | null): string | undefined {
  if (error instanceof ApiError && error.status === 403) return t("main.no_permission");
  if (isNotFound(error)) return t("zone.not_found");
  if (record !== undefined) return record.eliminable ? undefined : t("zone.locked_system");
  return error === null || isSessionEnd(error) ? undefined : t("zone.error");
}
