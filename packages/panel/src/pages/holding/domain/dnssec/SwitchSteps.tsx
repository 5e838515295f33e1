import type { DnssecStatus } from "@atrio/contract";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { locale, t } from "../../../../i18n/i18n.ts";
import { Spinner } from "../../../../ui/Spinner.tsx";

type State = NonNullable<DnssecStatus["switch"]>;

const ways = {
  on: ["sign", "wait_unsigned", "publish"],
  off: ["withdraw", "wait_ds", "unsign"],
} as const;

/** Which of the three is under way. */
const placeOf = ({ step, until }: State): number => {
  if (step === "publishing" || step === "unsigning") return 2;
  return until === null ? 0 : 1;
};

const day: Intl.DateTimeFormatOptions = { dateStyle: "medium" };
const isToday = (date: Date): boolean => date.toDateString() === new Date().toDateString();

/** "18:40"; with the day where that is another. */
function timeOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  const style: Intl.DateTimeFormatOptions = { timeStyle: "short", ...(isToday(date) ? {} : day) };
  return new Intl.DateTimeFormat(locale(), style).format(date);
}

/** The way to where the switch was turned: what is done, what is under way and until when, what holds it up. */
export function SwitchSteps({ state }: { state: State }) {
  const way = ways[state.on ? "on" : "off"];
  const place = placeOf(state);
  return (
    <div className="mt-3 rounded-control bg-subtle px-3.5 py-3">
      <ol className="space-y-2" aria-label={t(state.on ? "domain.dnssec_way_on" : "domain.dnssec_way_off")}>
        {way.map((name, at) => (
          <li
            key={name}
            aria-current={at === place ? "step" : undefined}
            className={at > place ? "flex gap-2.5 text-muted" : "flex gap-2.5"}
          >
            <span aria-hidden className="grid size-5 shrink-0 place-items-center">
              <Mark at={at} place={place} />
            </span>
            <span className="min-w-0 text-label">
              {t(`domain.dnssec_step.${name}`)}
              {at < place && <span className="sr-only"> {t("domain.dnssec_done")}</span>}
              {at === place && at === 1 && state.until !== null && (
                <span className="block text-small text-pretty text-muted">
                  {t(state.on ? "domain.dnssec_until_unsigned" : "domain.dnssec_until_ds", {
                    time: timeOf(state.until),
                  })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <output className="block empty:hidden">
        {state.problem !== null && (
          <span className="mt-2.5 flex gap-2 text-small text-pretty text-warning">
            <IconAlertTriangle size={15} aria-hidden className="mt-0.5 shrink-0" />
            {state.problem}
          </span>
        )}
      </output>
    </div>
  );
}

function Mark({ at, place }: { at: number; place: number }) {
  if (at < place) return <IconCheck size={16} className="text-success" />;
  if (at === place) return <Spinner size={14} />;
  return <span className="size-1.5 rounded-full bg-control" />;
}
