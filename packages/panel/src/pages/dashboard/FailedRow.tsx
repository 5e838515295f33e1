import type { Dashboard } from "@atrio/contract";
import { ago } from "../../format/time.ts";
import { locale } from "../../i18n/i18n.ts";
import { holdingPaths } from "../../paths.ts";
import { AttentionRow } from "./AttentionCard.tsx";

export interface FailedRowProps {
  item: Dashboard["failed"]["items"][number];
  now: Date;
}

/** A kind begins with the area it works in, such as `dns.proof`. */
const pages: Readonly<Record<string, (id: number) => string>> = {
  dns: holdingPaths.dns,
  dnssec: holdingPaths.domain,
  registry: holdingPaths.domain,
};
const pageOf = (kind: string) => pages[kind.split(".", 1)[0] ?? ""] ?? holdingPaths.overview;

export function FailedRow({ item: { id, reference, kind, error, ts }, now }: FailedRowProps) {
  const date = new Date(ts * 1000);
  return (
    <AttentionRow reference={reference} href={pageOf(kind)(id)}>
      <span className="flex min-w-0 items-center gap-3 text-label max-sm:flex-wrap max-sm:gap-y-1">
        <span className="min-w-0 text-pretty text-danger wrap-anywhere">{error}</span>
        <time
          dateTime={date.toISOString()}
          title={new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(date)}
          className="w-28 shrink-0 text-right text-muted max-sm:w-auto"
        >
          {ago(date, now, locale())}
        </time>
      </span>
    </AttentionRow>
  );
}
