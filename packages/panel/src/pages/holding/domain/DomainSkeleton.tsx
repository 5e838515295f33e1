import { Card } from "../../../ui/Card.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Bars } from "./section/SectionState.tsx";

const Shape = ({ rows }: { rows: number }) => (
  <Card>
    <Skeleton className="mb-4 h-6! w-48" />
    <Bars rows={rows} />
  </Card>
);

/** The shape of the page while the domain loads; seen only after 400 ms. */
export const DomainSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-2">
    <Shape rows={11} />
    <Shape rows={9} />
    <div className="lg:col-span-2">
      <Shape rows={6} />
    </div>
  </div>
);
