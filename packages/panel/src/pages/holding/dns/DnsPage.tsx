import { formatValue, toUnicode, type DnsRecord } from "@atrio/contract";
import { IconAlertTriangle, IconLock } from "@tabler/icons-react";
import { useEffect } from "react";
import { t } from "../../../i18n/i18n.ts";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { toast } from "../../../ui/toast.ts";
import { useHolding } from "../holding.ts";
import { HoldingHeader } from "../HoldingHeader.tsx";
import { useFocusKept } from "../use-focus-kept.ts";
import type { DnsSearch } from "./dns-search.ts";
import { MissingNameServers } from "./MissingNameServers.tsx";
import { RecordDialogs } from "./RecordDialogs.tsx";
import { RecordFilter } from "./RecordFilter.tsx";
import { useZoneAddress } from "./use-zone-address.ts";
import { zoneAccess } from "./zone-access.ts";
import { ZoneActions } from "./ZoneActions.tsx";
import { ZoneDialogs } from "./ZoneDialogs.tsx";
import { ZoneList } from "./ZoneList.tsx";
import { pageSize, useZonePage } from "./zone-queries.ts";

export default function DnsPage() {
  const holding = useHolding();
  const { id } = holding;
  const zone = toUnicode(holding.reference);
  const { canRead, lockedBecause, refusal, expiredOn } = zoneAccess(holding);
  const { search, ...address } = useZoneAddress();
  const { q = "", type } = search;
  const { list, page } = useListedPage(id, search, address.goToPage);

  // The permission may go while a dialog is open, and an address may ask for what was never allowed.
  const { closeDialog } = address;
  const refused = address.dialog && refusal;
  useEffect(() => {
    if (refused === undefined) return;
    toast.error(refused);
    closeDialog();
  }, [refused, closeDialog]);

  const keepFocus = useFocusKept();
  const openNew = () => address.openDialog({ new: type ?? "" });
  const actions = (
    <ZoneActions
      lockedBecause={lockedBecause}
      onNew={openNew}
      onAct={(act) => address.openDialog({ zone: act })}
    />
  );
  const header = <HoldingHeader section={t("zone.title")} actions={canRead && actions} />;
  if (!canRead) {
    return (
      <>
        {header}
        <NotReadable />
      </>
    );
  }
  return (
    <div {...keepFocus}>
      {header}
      {expiredOn && <ExpiredNote date={expiredOn} />}
      <MissingNameServers missing={list.data?.missingServices ?? []} />
      <RecordFilter q={q} type={type} counts={list.data?.counts} onFilter={address.filter} />
      <ZoneList
        list={list.data}
        error={list.error}
        onRetry={() => void list.refetch()}
        isFiltered={q !== "" || type !== undefined}
        onClearFilter={() => address.filter({ q: undefined, type: undefined })}
        onNew={lockedBecause === undefined ? openNew : undefined}
        zone={zone}
        lockedBecause={lockedBecause}
        page={page}
        onPage={address.goToPage}
        actions={{
          onEdit: (record) => address.openDialog({ record: record.id }),
          onCopy: (record) => void copyValue(record),
          onDelete: (record) => address.openDialog({ delete: record.id }),
        }}
      />
      {refusal === undefined && (
        <>
          <RecordDialogs
            id={id}
            zone={zone}
            search={search}
            known={list.data?.dnss ?? []}
            onAddress={address.replaceDialog}
            onClose={closeDialog}
          />
          <ZoneDialogs id={id} zone={zone} act={search.zone} onClose={closeDialog} />
        </>
      )}
    </div>
  );
}

/** The page of the list that the address names; one that is gone, because others delete too, leads to the last. */
function useListedPage(id: number, search: DnsSearch, goToPage: (page: number) => void) {
  const list = useZonePage(id, search);
  const { page = 1 } = search;
  const lastPage = Math.max(1, Math.ceil((list.data?.total ?? 0) / pageSize));
  const isGone = list.data !== undefined && !list.isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isGone) goToPage(lastPage);
  }, [isGone, lastPage, goToPage]);
  return { list, page };
}

const ExpiredNote = ({ date }: { date: string }) => (
  <p className="mb-3 flex items-center gap-2.5 rounded-control bg-warning-soft px-4 py-2.5 text-label text-warning">
    <IconAlertTriangle size={16} aria-hidden className="shrink-0" />
    {t("zone.expired", { date })}
  </p>
);

const NotReadable = () => (
  <Card>
    <EmptyState
      icon={<IconLock size={20} aria-hidden />}
      title={t("main.no_permission")}
      text={t("zone.not_readable")}
    />
  </Card>
);

/** What is copied is what a form takes. */
const copyValue = ({ type, value }: DnsRecord): Promise<void> =>
  navigator.clipboard.writeText(formatValue(type, value)).then(
    () => toast.success(t("ui.copied")),
    () => toast.error(t("main.no_copy")),
  );
