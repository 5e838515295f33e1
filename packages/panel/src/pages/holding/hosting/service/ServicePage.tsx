import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { IconLock, IconServerOff } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { describeError } from "../../../../api/errors.ts";
import { t } from "../../../../i18n/i18n.ts";
import { holdingPaths } from "../../../../paths.ts";
import { Card } from "../../../../ui/Card.tsx";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../../ui/Skeleton.tsx";
import { areas, isParking, isVisible } from "../../areas.ts";
import { Bars } from "../../domain/section/SectionState.tsx";
import { type Holding, useHolding } from "../../holding.ts";
import { HoldingHeader } from "../../HoldingHeader.tsx";
import { useService } from "../hosting-queries.ts";
import { HostingArea } from "../HostingArea.tsx";
import { RedirectionsCard } from "../redirection/RedirectionsCard.tsx";
import { ParkingCard } from "./ParkingCard.tsx";
import { ServiceCards } from "./ServiceCards.tsx";

export default function ServicePage() {
  const holding = useHolding();
  const isReduced = isParking(holding);
  const header = <HoldingHeader section={t(isReduced ? "holding.parking" : "holding.hosting")} />;
  if (holding.service === null) {
    return (
      <>
        {header}
        <Without name={toUnicode(holding.reference)} />
      </>
    );
  }
  const part = visiblePart(holding);
  if (part) return <Navigate to={holdingPaths[part](holding.id)} replace />;
  return (
    <HostingArea header={header}>
      {isReduced ? <Reduced /> : holding.sees("serviceSetPhp") ? <Overview /> : <Parking />}
    </HostingArea>
  );
}

/** The part of the service that a user without the overview sees: the list of services leads them here too. */
function visiblePart(holding: Holding) {
  const visible = areas.filter((area) => isVisible(area, holding)).map(({ id }) => id);
  return visible.includes("service") ? undefined : visible.find((id) => id === "subdomain" || id === "dns");
}

/** Of a service that only redirects and parks (specification 2, section 2). */
function Reduced() {
  const { can } = useHolding();
  return (
    <>
      {(can("parkingGet") || !can("redirectionList")) && <Parking />}
      {can("redirectionList") && <RedirectionsCard />}
    </>
  );
}

/** Of the overview, what there is for who may only park; nothing for who may not even that. */
function Parking() {
  const { can } = useHolding();
  return can("parkingGet") ? <ParkingCard /> : <NotReadable />;
}

function Overview() {
  const { data, error, refetch } = useService(useHolding().id);
  if (data) return <ServiceCards service={data.service} />;
  if (!error) return <ServiceSkeleton />;
  return (
    <Card>
      <ErrorState title={t("hosting.failed")} text={describeError(error)} onRetry={() => void refetch()} />
    </Card>
  );
}

const Shape = () => (
  <Card>
    <Skeleton className="mb-4 h-6! w-48" />
    <Bars rows={6} />
  </Card>
);

/** The shape of the page while the service loads; seen only after 400 ms. */
const ServiceSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-2">
    <Shape />
    <Shape />
  </div>
);

const NotReadable = () => (
  <Card>
    <EmptyState
      icon={<IconLock size={20} aria-hidden />}
      title={t("main.no_permission")}
      text={t("hosting.not_readable")}
    />
  </Card>
);

const Without = ({ name }: { name: string }) => (
  <Card>
    <EmptyState
      icon={<IconServerOff size={20} aria-hidden />}
      title={t("hosting.without", { name })}
      text={t("hosting.without_text")}
    />
  </Card>
);
