import { t } from "../i18n/i18n.ts";
import { Skeleton } from "./Skeleton.tsx";

const lines: readonly string[] = ["w-full", "w-11/12", "w-10/12", "w-2/3"];

/** Paragraphs under their headings while a text loads. */
export const SkeletonText = ({ paragraphs = 2 }: { paragraphs?: number }) => (
  <output aria-label={t("ui.loading")} className="block max-w-[72ch] space-y-7">
    {Array.from({ length: paragraphs }, (_, paragraph) => (
      <span key={paragraph} className="block space-y-3">
        <Skeleton className="h-4.5! w-1/3" />
        {lines.map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </span>
    ))}
  </output>
);
