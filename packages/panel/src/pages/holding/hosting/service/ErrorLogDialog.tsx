import type { LogEntry } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useState } from "react";
import { locale, t } from "../../../../i18n/i18n.ts";
import { Badge, type BadgeTone } from "../../../../ui/Badge.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { SearchField } from "../../../../ui/SearchField.tsx";
import { Switch } from "../../../../ui/Switch.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { useHolding } from "../../holding.ts";
import type { ServiceDialogProps } from "../dialog-props.ts";
import { filterLog } from "./filter-log.ts";
import { useErrorLog } from "./use-error-log.ts";

/** Lines shown at once; the filter searches them all. */
const shownLines = 50;

/** What the sites of the service wrote and were refused, newest first; as text, whatever it holds. */
export function ErrorLogDialog({ id, onClose }: ServiceDialogProps) {
  const { reference } = useHolding();
  const [q, setQ] = useState("");
  const [isFollowed, setFollowed] = useState(true);
  const loaded = useErrorLog(id, isFollowed);
  return (
    <Dialog
      title={t("hosting.log_title", { name: toUnicode(reference) })}
      isOpen
      onClose={onClose}
      size="lg"
      footer={<Button slot="close">{t("ui.close")}</Button>}
    >
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchField
          label={t("hosting.log_filter")}
          value={q}
          onChange={setQ}
          autoFocus
          className="min-w-64 flex-1 max-sm:w-full"
        />
        <Switch isSelected={isFollowed} onChange={setFollowed}>
          <span className="text-label">{t("hosting.log_follow")}</span>
        </Switch>
      </div>
      <SectionState query={loaded} rows={6}>
        {({ logs }) => <Entries entries={filterLog(logs, q)} isFiltered={q !== ""} />}
      </SectionState>
    </Dialog>
  );
}

const tones: Record<LogEntry["level"], BadgeTone> = {
  error: "danger",
  warning: "warning",
  notice: "info",
  info: "neutral",
};
const timeOf = (seconds: number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "short", timeStyle: "medium" }).format(seconds * 1000);

function Entries({ entries, isFiltered }: { entries: readonly LogEntry[]; isFiltered: boolean }) {
  const [isWhole, setWhole] = useState(false);
  if (entries.length === 0)
    return (
      <p className="rounded-control bg-subtle px-3 py-2 text-label text-muted">
        {t(isFiltered ? "hosting.log_no_match" : "hosting.log_empty")}
      </p>
    );
  const shown = isWhole ? entries : entries.slice(0, shownLines);
  const more = entries.length - shown.length;
  return (
    <>
      <ul
        aria-label={t("hosting.log")}
        className="divide-y divide-line rounded-control border border-line px-3"
      >
        {shown.map((entry) => (
          <Entry key={entry.id} {...entry} />
        ))}
      </ul>
      {more > 0 && (
        <Button variant="ghost" size="sm" onPress={() => setWhole(true)} className="mt-3">
          {t("hosting.log_more", { count: more })}
        </Button>
      )}
    </>
  );
}

const Entry = ({ ts, host, level, message }: LogEntry) => (
  <li className="py-2.5">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
      <Badge tone={tones[level]}>{t(`hosting.level_${level}`)}</Badge>
      <time dateTime={new Date(ts * 1000).toISOString()} className="tabular-nums">
        {timeOf(ts)}
      </time>
      <span className="font-mono">{toUnicode(host)}</span>
    </p>
    <p className="mt-1 font-mono text-label wrap-anywhere whitespace-pre-wrap">{message}</p>
  </li>
);
