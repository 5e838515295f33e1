import { type PointerEvent, useState } from "react";
import { cx } from "../../../../ui/cx.ts";
import { bytes } from "../../../../format/bytes.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { dateOf, type Days, wordsOf } from "./traffic-days.ts";
import { datedDays, dayAt, linesOf } from "./traffic-scale.ts";

/** The thumb is as wide as a day, so that the browser finds the same day under a finger as `dayAt`. */
const dayWide = "[&::-webkit-slider-thumb]:w-[calc(100%/30)] [&::-webkit-slider-thumb]:appearance-none";
const percent = (share: number) => `${share * 100}%`;

/**
 * One day is told above the bars, today at first. A slider that is not seen lies on them: it has the arrow keys, Home and End, what
 * a screen reader does to a slider, and a finger, which chooses a day sideways and scrolls the page up and down.
 */
export function TrafficChart({ days }: { days: Days }) {
  const [shown, setShown] = useState(days.length - 1);
  const words = wordsOf(days, shown);
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(dayAt(clientX - left, width, days.length));
  };
  const lines = linesOf(Math.max(...days.map((day) => day.bytes)));
  return (
    <>
      <p className="mb-4 text-label tabular-nums">{words}</p>
      <div className="grid grid-cols-[auto_1fr] gap-x-3">
        <Scale lines={lines} />
        <div className="relative rounded-sm has-focus-visible:outline-2">
          <Plot days={days} lines={lines} shown={shown} />
          <input
            type="range"
            aria-label={t("hosting.traffic_slider")}
            aria-valuetext={words}
            max={days.length - 1}
            value={shown}
            onChange={({ target }) => setShown(target.valueAsNumber)}
            onPointerDown={point}
            onPointerMove={point}
            className={cx(
              "absolute inset-0 size-full [touch-action:pan-y] appearance-none opacity-0",
              dayWide,
            )}
          />
        </div>
        <Dates days={days} />
      </div>
    </>
  );
}

/** Beside the lines, the highest on top. */
const Scale = ({ lines }: { lines: readonly number[] }) => (
  <div
    aria-hidden
    className="-my-[0.5lh] flex flex-col justify-between text-right text-small whitespace-nowrap text-muted tabular-nums"
  >
    {lines.toReversed().map((line) => (
      <span key={line}>{bytes(line, locale())}</span>
    ))}
  </div>
);

/** A day with anything at all is seen. */
const leastShare = 0.03;

function Plot({ days, lines, shown }: { days: Days; lines: readonly number[]; shown: number }) {
  const width = 1 / days.length;
  const top = lines.at(-1) ?? 1;
  return (
    <svg aria-hidden className="block h-32 w-full overflow-visible">
      <rect x={percent(shown * width)} width={percent(width)} height="100%" className="fill-line" />
      {lines.map((line) => (
        <line
          key={line}
          x2="100%"
          y1={percent(1 - line / top)}
          y2={percent(1 - line / top)}
          className="stroke-line"
        />
      ))}
      {days.map(({ day, bytes: count }, index) => {
        const share = count && Math.max(leastShare, count / top);
        // Of today there is more to come.
        const isOpen = index === days.length - 1;
        return (
          <rect
            key={day}
            x={percent((index + 0.15) * width)}
            width={percent(0.7 * width)}
            y={percent(1 - share)}
            height={percent(share)}
            rx="2"
            className={isOpen && share > 0 ? "fill-soft stroke-link" : "fill-link"}
            strokeDasharray="3 2"
          />
        );
      })}
    </svg>
  );
}

const Dates = ({ days }: { days: Days }) => (
  <svg aria-hidden className="col-start-2 block h-6 w-full overflow-visible fill-muted text-small">
    {datedDays(days.length).map((index, week) => (
      <text
        key={index}
        x={percent(week === 0 ? 1 : (index + 0.5) / days.length)}
        y="18"
        textAnchor={week === 0 ? "end" : "middle"}
      >
        {week === 0 ? t("hosting.traffic_today") : dateOf(days[index]?.day)}
      </text>
    ))}
  </svg>
);
