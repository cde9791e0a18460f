"use client";

import { formatCount } from "@/lib/core/format/count";
import { formatDate, formatDay } from "@/lib/core/format/format-date";
import { formatNaira, formatNairaCompact } from "@/lib/core/format/naira";
import { ChartFrame, Legend } from "../charts/chart-frame";
import { DayBars } from "../charts/day-bars";
import { Card } from "../shared/layout/card";
import { type DayBar, type DayLine, toDayBars } from "./days";
import * as texts from "./texts";

const STEPS = [1n, 2n, 3n, 5n, 10n];
/** About this many labels fit below the bars. */
const MAX_TICKS = 12;

/** Returns the lowest round amount, in kobo, that is at least the highest bar. */
function axisTop(bars: readonly DayBar[]): bigint {
  const highest = bars.reduce((top, { kobo }) => (kobo > top ? kobo : top), 1n);
  // At least ₦10, half of which is whole naira: the axis labels are compact and must be exact.
  let unit = 1_000n;
  while (unit * 10n < highest) unit *= 10n;
  return unit * (STEPS.find((step) => step * unit >= highest) ?? 10n);
}

/** Formats a day as its number, with the month on the first of a month and on the first bar. */
const formatTick = (date: string, index: number) =>
  index === 0 || date.endsWith("-01") ? formatDay(date) : String(Number(date.slice(-2)));

const PARTS = [
  { name: texts.settled, swatch: "bg-transfer" },
  { name: texts.weekend, swatch: "bg-muted" },
];

/** Settled amounts by day; weekends, on which banks do not settle, are shaded. */
export function ByDateChart({ lines }: { lines: readonly DayLine[] }) {
  const bars = toDayBars(lines);
  const top = axisTop(bars);
  const settled = bars.filter(({ kobo }) => kobo > 0n);
  const sum = bars.reduce((total, { kobo }) => total + kobo, 0n);
  const every = Math.ceil(bars.length / MAX_TICKS);
  return (
    <Card aria-label={texts.settledByDate} className="px-5 py-3.5">
      <ChartFrame
        title={<span className="font-semibold text-ink text-section">{texts.settledByDate}</span>}
        summary={texts.settledOn(formatNaira(sum), texts.countDays(settled.length))}
        aside={<Legend parts={PARTS} className="max-md:hidden" />}
        chartClassName="mt-6 h-52 flex-none"
        table={{
          heads: [texts.day, texts.payments, texts.settled],
          rows: settled.map(({ date, count, kobo }) => [
            formatDate(date),
            formatCount(count),
            formatNaira(kobo),
          ]),
        }}
      >
        <DayBars
          ticks={[top, top / 2n, 0n].map((kobo) => formatNairaCompact(kobo))}
          bars={bars.map(({ date, kobo, isWeekend }, index) => ({
            key: date,
            tick: (bars.length - 1 - index) % every === 0 ? formatTick(date, index) : "",
            label: formatNairaCompact(kobo),
            share: Number((kobo * 10_000n) / top) / 10_000,
            isShaded: isWeekend,
          }))}
        />
      </ChartFrame>
    </Card>
  );
}
