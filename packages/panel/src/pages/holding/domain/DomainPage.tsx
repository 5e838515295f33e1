import { describeError, isNotFound } from "../../../api/errors.ts";
import { t } from "../../../i18n/i18n.ts";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { IconLock } from "@tabler/icons-react";
import { type Holding, useHolding } from "../holding.ts";
import { HoldingHeader } from "../HoldingHeader.tsx";
import { useDomain, useLoadingParts } from "./domain-queries.ts";
import { DomainCards } from "./DomainCards.tsx";
import { DomainSkeleton } from "./DomainSkeleton.tsx";

export default function DomainPage() {
  const holding = useHolding();
  return (
    <>
      <HoldingHeader section={t("holding.domain")} />
      {holding.can("domainGet") ? <Loaded holding={holding} /> : <NotReadable />}
    </>
  );
}

function Loaded({ holding }: { holding: Holding }) {
  const { data, error, refetch } = useDomain(holding.id);
  const isLoading = useLoadingParts(holding);
  if (data && !isLoading) return <DomainCards {...data} />;
  if (data || !error) return <DomainSkeleton />;
  return (
    <Card>
      <ErrorState
        title={t(isNotFound(error) ? "domain.not_found" : "domain.failed")}
        text={describeError(error)}
        onRetry={() => void refetch()}
      />
    </Card>
  );
}

const NotReadable = () => (
  <Card>
    <EmptyState
      icon={<IconLock size={20} aria-hidden />}
      title={t("main.no_permission")}
      text={t("domain.not_readable")}
    />
  </Card>
);
