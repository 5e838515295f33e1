import type { HoldingKind, PermissionEntry } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { IconSettings, IconWorldSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { describeError } from "../../api/errors.ts";
import { query } from "../../api/query.ts";
import { t } from "../../i18n/i18n.ts";
import { holdingPaths, paths } from "../../paths.ts";
import { PageHeader } from "../../shell/PageHeader.tsx";
import { Frame } from "../../shell/Shell.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { Badge } from "../../ui/Badge.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Paginator } from "../../ui/Paginator.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SkeletonRows } from "../../ui/Skeleton.tsx";
import type { ListSearch } from "./list-search.ts";

const address = { domain: paths.domains, service: paths.services, mail: paths.mail } as const;
const pageSize = 10;
/** Long enough to type on, short enough to feel at once. */
const typingPauseMs = 200;

const listQuery = (kind: HoldingKind, { q, page = 1 }: ListSearch) =>
  query("permissionList", { input: { kind, filter: q, page: String(page), pageSize: String(pageSize) } });

/** The list of domains, services or mail: what of the three the address names. */
export function ListPage({ kind }: { kind: HoldingKind }) {
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    ...listQuery(kind, search),
    placeholderData: keepPreviousData,
  });
  const title = t(`shell.list_${kind}`);
  useTitle(title);
  const setFilter = (q: string) =>
    void navigate({ to: address[kind], search: { q: q || undefined }, replace: true });
  const setPage = (page: number) => void navigate({ to: address[kind], search: { ...search, page } });
  return (
    <Frame>
      <PageHeader title={title} />
      <Filter key={kind} value={search.q ?? ""} onChange={setFilter} />
      <Card flush className="mt-3">
        {error ? (
          <ErrorState title={t("lists.failed")} text={describeError(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows />
        ) : data.permissions.length === 0 ? (
          <Nothing kind={kind} filter={search.q} onClear={() => setFilter("")} />
        ) : (
          <>
            <Rows entries={data.permissions} label={title} />
            <Paginator page={search.page ?? 1} pageSize={pageSize} total={data.total} onPage={setPage} />
          </>
        )}
      </Card>
    </Frame>
  );
}

function Filter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Back and forward change the field; the echo of what was typed here must not, more may be typed by now.
    if (value !== sent) setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      setSent(typed);
      onChange(typed);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return <SearchField label={t("lists.filter")} value={typed} onChange={setTyped} />;
}

const Rows = ({ entries, label }: { entries: readonly PermissionEntry[]; label: string }) => (
  <ul aria-label={label} className="divide-y divide-line">
    {entries.map((entry) => (
      <Row key={entry.id} entry={entry} />
    ))}
  </ul>
);

function Row({ entry: { id, reference, hasDomain, hasService, hasMail } }: { entry: PermissionEntry }) {
  const name = toUnicode(reference);
  return (
    <li className="flex min-h-11.5 items-center gap-4 px-4 py-1.5 hover:bg-subtle/50 max-sm:py-3.5">
      <span className="flex min-w-0 flex-1 items-center justify-between gap-x-4 gap-y-2 max-sm:flex-col max-sm:items-start">
        <span className="max-w-full truncate font-mono text-label max-sm:text-sm max-sm:font-semibold">
          {name}
        </span>
        <span className="flex shrink-0 gap-1.5">
          {hasDomain && <Badge>{t("holding.domain")}</Badge>}
          {hasService && <Badge>{t("holding.hosting")}</Badge>}
          {hasMail && <Badge>{t("holding.mail")}</Badge>}
        </span>
      </span>
      <Link
        to={holdingPaths.overview(id)}
        aria-label={t("lists.manage_one", { name })}
        className={buttonStyle({ size: "sm" })}
      >
        <IconSettings size={15} aria-hidden />
        {t("lists.manage")}
      </Link>
    </li>
  );
}

const Nothing = ({ kind, filter, onClear }: { kind: HoldingKind; filter?: string; onClear: () => void }) =>
  filter ? (
    <EmptyState
      icon={<IconWorldSearch size={20} />}
      title={t("lists.no_match", { filter })}
      action={<Button onPress={onClear}>{t("ui.clear")}</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconWorldSearch size={20} />}
      title={t(`lists.empty_${kind}`)}
      text={t("lists.empty_text")}
    />
  );
