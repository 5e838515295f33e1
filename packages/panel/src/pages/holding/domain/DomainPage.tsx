import { describeError, isNotFound } from "../../../api/errors.ts";
import { t } from "../../../i18n/i18n.ts";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { IconLock } from "@tabler/icons-react";
import { useHolding } from "../holding.ts";
import { HoldingHeader } from "../HoldingHeader.tsx";
import { useDomain } from "./domain-queries.ts";
import { DomainCards } from "./DomainCards.tsx";
import { DomainSkeleton } from "./DomainSkeleton.tsx";

export default function DomainPage() {
  const holding = useHolding();
  return (
    <>
      <HoldingHeader section={t("holding.domain")} />
      {holding.can("domainGet") ? <Loaded id={holding.id} /> : <NotReadable />}
    </>
  );
}

function Loaded({ id }: { id: number }) {
  const { data, error, refetch } = useDomain(id);
  if (data) return <DomainCards {...data} />;
  if (!error) return <DomainSkeleton />;
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
