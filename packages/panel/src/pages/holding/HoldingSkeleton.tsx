import { t } from "../../i18n/i18n.ts";
import { useTitle } from "../../shell/useTitle.ts";
import { Card } from "../../ui/Card.tsx";
import { Skeleton, SkeletonRows } from "../../ui/Skeleton.tsx";

/** The shape of a holding's pages. Drawn only once the wait has been long enough, so its bars wait no more. */
export default function HoldingSkeleton() {
  useTitle(t("ui.loading"));
  return (
    <div className="**:[animation-delay:0s]">
      <div className="mb-5 flex flex-col gap-3">
        <Skeleton className="w-48" />
        <Skeleton className="h-6! w-64 max-w-full" />
        <Skeleton className="w-56" />
      </div>
      <Card flush>
        <SkeletonRows columns={["w-1/5", "w-2/5", "w-12"]} />
      </Card>
    </div>
  );
}
