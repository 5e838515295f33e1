import { Card } from "../../../ui/Card.tsx";
import { Skeleton, SkeletonRows } from "../../../ui/Skeleton.tsx";

const Shape = ({ rows }: { rows: number }) => (
  <Card>
    <Skeleton className="mb-4 h-6! w-48" />
    <SkeletonRows rows={rows} />
  </Card>
);

/** The shape of the page while the domain loads; seen only after 400 ms. */
export const DomainSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-2">
    <Shape rows={6} />
    <Shape rows={4} />
    <div className="lg:col-span-2">
      <Shape rows={3} />
    </div>
  </div>
);
