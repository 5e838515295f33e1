import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { IconArrowForwardUp, IconLock, IconPlus, IconServerOff } from "@tabler/icons-react";
import { useEffect } from "react";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Card } from "../../../../ui/Card.tsx";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { TextFilter } from "../../../../ui/SearchField.tsx";
import { isParking } from "../../areas.ts";
import { useHolding } from "../../holding.ts";
import { HoldingHeader } from "../../HoldingHeader.tsx";
import { lockOf } from "../hosting-access.ts";
import { useWeb } from "../hosting-queries.ts";
import { HostingArea } from "../HostingArea.tsx";
import { useHostingAddress } from "../use-hosting-address.ts";
import { filterGroups, groupsOf, pageSize } from "./site-groups.ts";
import { SiteList } from "./SiteList.tsx";

export default function SitesPage() {
  const holding = useHolding();
  if (holding.service === null || isParking(holding)) return <WithoutSites />;
  return (
    <HostingArea header={<HoldingHeader section={t("holding.sites")} actions={<Actions />} />}>
      {holding.can("subdomainList") || holding.can("redirectionList") ? <Sites /> : <NotReadable />}
    </HostingArea>
  );
}

function Actions() {
  const holding = useHolding();
  const { openDialog } = useHostingAddress();
  const locks = [lockOf(holding, "subdomainCreate"), lockOf(holding, "redirectionCreate")];
  const [siteLock, redirectionLock] = locks;
  if (!locks.includes(undefined)) return <LockHint reason={siteLock ?? ""} />;
  return (
    <>
      {redirectionLock === undefined && (
        <Button
          icon={<IconArrowForwardUp size={16} />}
          onPress={() => openDialog({ "new-redirection": "" })}
          className="max-sm:flex-1"
        >
          {t("hosting.redirection_new")}
        </Button>
      )}
      {siteLock === undefined && (
        <Button
          variant="primary"
          icon={<IconPlus size={16} />}
          onPress={() => openDialog({ new: "" })}
          className="max-sm:flex-1"
        >
          {t("hosting.site_new")}
        </Button>
      )}
    </>
  );
}

function Sites() {
  const holding = useHolding();
  const { search, filter, goToPage } = useHostingAddress();
  const { q, page = 1 } = search;
  const filterBy = (text: string) => filter({ q: text || undefined });
  const { web, error, retry } = useWeb(holding);
  const groups = web && filterGroups(groupsOf(web, holding.reference), q);
  // A page that is gone, because others delete too, leads to the last.
  const lastPage = Math.max(1, Math.ceil((groups?.length ?? 0) / pageSize));
  const isGone = groups !== undefined && page > lastPage;
  useEffect(() => {
    if (isGone) goToPage(lastPage);
  }, [isGone, lastPage, goToPage]);
  return (
    <>
      <search className="mb-3 flex flex-wrap items-center gap-3">
        <TextFilter label={t("hosting.filter")} q={q ?? ""} onChange={filterBy} />
      </search>
      <SiteList
        groups={groups}
        error={error}
        onRetry={retry}
        onClearFilter={q === undefined ? undefined : () => filterBy("")}
        page={Math.min(page, lastPage)}
        onPage={goToPage}
      />
    </>
  );
}

const NotReadable = () => (
  <Card>
    <EmptyState
      icon={<IconLock size={20} aria-hidden />}
      title={t("main.no_permission")}
      text={t("hosting.sites_not_readable")}
    />
  </Card>
);

function WithoutSites() {
  const { reference } = useHolding();
  return (
    <>
      <HoldingHeader section={t("holding.sites")} />
      <Card>
        <EmptyState
          icon={<IconServerOff size={20} aria-hidden />}
          title={t("hosting.without_sites", { name: toUnicode(reference) })}
          text={t("hosting.without_text")}
        />
      </Card>
    </>
  );
}
