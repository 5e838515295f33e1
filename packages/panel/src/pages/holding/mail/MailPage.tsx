import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useQuery } from "@tanstack/react-query";
import { IconDeviceMobile, IconLock, IconMailOff, IconPlus } from "@tabler/icons-react";
import { useEffect } from "react";
import { query } from "../../../api/query.ts";
import { t } from "../../../i18n/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LockHint } from "../../../ui/LockHint.tsx";
import { AddressedDialog } from "../dialogs/AddressedDialog.tsx";
import { expiryOf } from "../expiry.ts";
import { type Holding, useHolding } from "../holding.ts";
import { HoldingHeader } from "../HoldingHeader.tsx";
import { useFocusKept } from "../use-focus-kept.ts";
import { CatchAllCard } from "./CatchAllCard.tsx";
import { lockOf } from "./mail-access.ts";
import { mailDialogs, mailWords } from "./mail-dialogs.tsx";
import { filterItems } from "./mail-items.ts";
import { pageSize, useMailItems, useMailService, useMissingTargets } from "./mail-queries.ts";
import type { MailKind } from "./mail-search.ts";
import { MailFilterBar } from "./MailFilterBar.tsx";
import { MailList } from "./MailList.tsx";
import { ExpiredNote, MissingMailServers } from "./MailNotes.tsx";
import { MailTotals } from "./MailTotals.tsx";
import { useMailAddress } from "./use-mail-address.ts";

/** The kinds of address that the user may see. */
const kindsOf = ({ can }: Holding): MailKind[] => [
  ...(can("mailboxList") ? ["account" as const] : []),
  ...(can("aliasList") ? ["alias" as const] : []),
];

export default function MailPage() {
  return useHolding().hasMail ? <Mail /> : <WithoutMail />;
}

function Mail() {
  const holding = useHolding();
  const { dialog, openDialog, closeDialog } = useMailAddress();
  const locks = [lockOf(holding, "mailboxCreate"), lockOf(holding, "aliasCreate")];
  const locked = locks.includes(undefined) ? undefined : locks[0];
  const { data } = useMailService(holding.id);
  const { items, error, retry } = useMailItems(holding);
  // What is below the list waits for it: nothing moves after it is drawn.
  const isSettled = items !== undefined || error !== null;
  const kinds = kindsOf(holding);
  const date = expiryOf(holding);
  const openNew = () => openDialog({ new: "" });
  const actions = (
    <>
      {holding.can("mailGet") && (
        <Button
          icon={<IconDeviceMobile size={16} />}
          onPress={() => openDialog({ settings: "" })}
          className="max-sm:flex-1"
        >
          {t("mail_client.open")}
        </Button>
      )}
      {locked === undefined ? (
        <Button variant="primary" icon={<IconPlus size={16} />} onPress={openNew} className="max-sm:flex-1">
          {t("mail_page.new")}
        </Button>
      ) : (
        <LockHint reason={locked} />
      )}
    </>
  );
  const keepFocus = useFocusKept();
  return (
    <div {...keepFocus}>
      <HoldingHeader section={t("holding.mail")} actions={actions} />
      {date && <ExpiredNote date={date} />}
      <MissingMailServers missing={data?.mail.missingServices ?? []} />
      {kinds.length > 0 ? (
        <Addresses
          kinds={kinds}
          loaded={{ items, error, retry }}
          hasWebmail={typeof data?.mail.webmail === "string"}
          onNew={locked === undefined ? openNew : undefined}
        />
      ) : (
        <NotReadable />
      )}
      <MailTotals />
      {isSettled && kinds.includes("alias") && (
        <CatchAllCard onEdit={() => openDialog({ "catch-all": "" })} />
      )}
      {isSettled && kinds.includes("account") && (
        <DeletedLink id={holding.id} onOpen={() => openDialog({ deleted: "" })} />
      )}
      <AddressedDialog
        open={dialog}
        groups={mailDialogs}
        things={items}
        error={error}
        words={mailWords}
        onClose={closeDialog}
      />
    </div>
  );
}

interface AddressesProps {
  kinds: readonly MailKind[];
  loaded: ReturnType<typeof useMailItems>;
  hasWebmail: boolean;
  onNew: (() => void) | undefined;
}

function Addresses({ kinds, loaded, hasWebmail, onNew }: AddressesProps) {
  const holding = useHolding();
  const { reference } = holding;
  const { search, filter, goToPage, openDialog } = useMailAddress();
  const { q, type, page = 1 } = search;
  const found = loaded.items && filterItems(loaded.items, search);
  const missing = useMissingTargets(holding, loaded.items);
  // A page that is gone, because others delete too, leads to the last.
  const lastPage = Math.max(1, Math.ceil((found?.shown.length ?? 0) / pageSize));
  const isGone = found !== undefined && page > lastPage;
  useEffect(() => {
    if (isGone) goToPage(lastPage);
  }, [isGone, lastPage, goToPage]);
  return (
    <>
      <MailFilterBar q={q} type={type} kinds={kinds} counts={found?.counts} onFilter={filter} />
      <MailList
        items={found?.shown}
        error={loaded.error}
        onRetry={loaded.retry}
        isFiltered={q !== undefined || type !== undefined}
        onClearFilter={() => filter({ q: undefined, type: undefined })}
        onNew={onNew}
        name={toUnicode(reference)}
        missing={missing}
        page={Math.min(page, lastPage)}
        onPage={goToPage}
        hasWebmail={hasWebmail}
        onOpen={openDialog}
      />
    </>
  );
}

/** Quiet, and only where there is something to bring back. */
function DeletedLink({ id, onOpen }: { id: number; onOpen: () => void }) {
  const { data } = useQuery(query("deletedMailboxList", { params: { id } }));
  if (!data || data.deleted.length === 0) return null;
  return (
    <Button variant="ghost" size="sm" onPress={onOpen} className="mt-3">
      {t("mail_page.deleted_count", { count: data.deleted.length })}
    </Button>
  );
}

const NotReadable = () => (
  <Card>
    <EmptyState
      icon={<IconLock size={20} aria-hidden />}
      title={t("main.no_permission")}
      text={t("mail_page.not_readable")}
    />
  </Card>
);

function WithoutMail() {
  const { reference } = useHolding();
  return (
    <>
      <HoldingHeader section={t("holding.mail")} />
      <Card>
        <EmptyState
          icon={<IconMailOff size={20} aria-hidden />}
          title={t("mail_page.without", { name: toUnicode(reference) })}
          text={t("mail_page.without_text")}
        />
      </Card>
    </>
  );
}
