import { formatValue, toUnicode, type DnsRecord } from "@atrio/contract";
import { IconAlertTriangle, IconPlus, IconRestore, IconTrash } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { locale, t } from "../../../i18n/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { LockHint } from "../../../ui/LockHint.tsx";
import { Menu, MenuButton } from "../../../ui/Menu.tsx";
import { toast } from "../../../ui/toast.ts";
import { useHolding, type Holding } from "../holding.ts";
import { RecordFilter } from "./RecordFilter.tsx";
import { RecordDialogs } from "./RecordDialogs.tsx";
import { useZoneAddress } from "./use-zone-address.ts";
import { ZoneDialogs, type ZoneAct } from "./ZoneDialogs.tsx";
import { ZoneList } from "./ZoneList.tsx";
import { pageSize, useZonePage } from "./zone-queries.ts";

export default function DnsPage() {
  const holding = useHolding();
  const { id } = holding;
  const zone = toUnicode(holding.reference);
  const lockedBecause = whyLocked(holding);
  const { search, ...address } = useZoneAddress();
  const { q = "", type, page = 1 } = search;
  const { data, error, refetch, isPlaceholderData } = useZonePage(id, search);
  const [act, setAct] = useState<ZoneAct | null>(null);
  const [created, setCreated] = useState<{ record: DnsRecord; shownIn: string } | null>(null);
  const view = JSON.stringify([id, q, type, page]);
  const total = data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const { goToPage } = address;

  // The page of the address may be gone: others delete too.
  useEffect(() => {
    if (data && !isPlaceholderData && page > lastPage) goToPage(lastPage);
  }, [data, isPlaceholderData, page, lastPage, goToPage]);

  const openNew = () => address.openDialog({ new: type ?? "" });
  return (
    <>
      <ZoneActions lockedBecause={lockedBecause} onNew={openNew} onAct={setAct} />
      <ExpiredNote holding={holding} />
      <RecordFilter q={q} type={type} counts={data?.counts} onFilter={address.filter} />
      <ZoneList
        list={data}
        error={error}
        onRetry={() => void refetch()}
        isFiltered={q !== "" || type !== undefined}
        onClearFilter={() => address.filter({ q: undefined, type: undefined })}
        onNew={lockedBecause === undefined ? openNew : undefined}
        created={created?.shownIn === view ? created.record : null}
        zone={zone}
        lockedBecause={lockedBecause}
        page={page}
        onPage={goToPage}
        actions={{
          onEdit: (record) => address.openDialog({ record: record.id }),
          onCopy: (record) => void copyValue(record),
          onDelete: (record) => setAct({ act: "delete", record }),
        }}
      />
      <RecordDialogs
        id={id}
        zone={zone}
        search={search}
        lockedBecause={lockedBecause}
        known={data?.dnss ?? []}
        onAddress={address.replaceDialog}
        onCreated={(record) => setCreated({ record, shownIn: view })}
        onClose={address.closeDialog}
      />
      <ZoneDialogs id={id} zone={zone} act={act} onClose={() => setAct(null)} />
    </>
  );
}

/** Writing needs the permission and a service that has not expired. */
function whyLocked(holding: Holding): string | undefined {
  if (!holding.can("dnsCreate")) return t("zone.read_only");
  const expiry = expiredOn(holding);
  return expiry && t("zone.expired", { date: expiry });
}

function expiredOn({ breadcrumb: { service } }: Holding): string | undefined {
  const expireMs = (service?.expireTS ?? Infinity) * 1000;
  return expireMs < Date.now()
    ? new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(expireMs)
    : undefined;
}

function ExpiredNote({ holding }: { holding: Holding }) {
  const date = expiredOn(holding);
  if (!date) return null;
  return (
    <p className="mb-3 flex items-center gap-2.5 rounded-control bg-warning-soft px-4 py-2.5 text-label text-warning">
      <IconAlertTriangle size={16} aria-hidden className="shrink-0" />
      {t("zone.expired", { date })}
    </p>
  );
}

interface ZoneActionsProps {
  lockedBecause: string | undefined;
  onNew: () => void;
  onAct: (act: ZoneAct) => void;
}

function ZoneActions({ lockedBecause, onNew, onAct }: ZoneActionsProps) {
  if (lockedBecause !== undefined) return <LockHint reason={lockedBecause} />;
  return (
    <>
      <Menu
        label={t("zone.more")}
        trigger={<MenuButton variant="secondary" aria-label={t("zone.more")} />}
        actions={[
          {
            id: "restore",
            label: t("zone.restore"),
            icon: <IconRestore size={16} />,
            onAction: () => onAct({ act: "restore" }),
          },
          {
            id: "deleteAll",
            label: t("zone.delete_all"),
            icon: <IconTrash size={16} />,
            isDanger: true,
            onAction: () => onAct({ act: "deleteAll" }),
          },
        ]}
      />
      <Button variant="primary" icon={<IconPlus size={16} />} onPress={onNew}>
        {t("zone.new")}
      </Button>
    </>
  );
}

/** What is copied is what a form takes. */
const copyValue = ({ type, value }: DnsRecord): Promise<void> =>
  navigator.clipboard.writeText(formatValue(type, value)).then(
    () => toast.success(t("ui.copied")),
    () => toast.error(t("main.no_copy")),
  );
