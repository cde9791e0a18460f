"use client";

import { memo, useState } from "react";
import { formatCount } from "@/lib/core/format/count";
import { formatMinute } from "@/lib/core/format/format-date";
import { MINUTE_MS } from "@/lib/core/time/durations";
import { ChartFrame } from "../../charts/chart-frame";
import type { ChartTable } from "../../charts/chart-table";
import { formatBarCount } from "../../charts/minutes";
import type { Minute } from "../../live-feed/live-store";
import { Chip } from "../../ui/display/chip";
import { cn } from "../../ui/display/cn";
import { Segmented } from "../../ui/forms/segmented";
import { computeRate, formatSince, getChartStart, type Rate } from "./rate";
import { RateBars } from "./rate-bars";
import * as texts from "./texts";

type Range = "15" | "60" | "since" | "night" | "all";

interface RateCardProps {
  minutes: readonly Minute[];
  /** Rounded down to the minute. */
  nowMs: number;
  startsAt: string | null;
  /** Set if no more payments arrive: the end of the chart, and why. */
  ended: { atMs: number; how: "closed" | "stale" } | undefined;
  className?: string;
}

function rangeChoices(sinceMs: number, nowMs: number, isClosed: boolean): { value: Range; label: string }[] {
  if (isClosed) {
    return [
      { value: "night", label: texts.duringEvent },
      { value: "all", label: texts.allTime },
    ];
  }
  return [
    { value: "15", label: texts.fifteenMinutes },
    { value: "60", label: texts.oneHour },
    { value: "since", label: texts.since(formatSince(sinceMs, nowMs)) },
  ];
}

/** Returns the time range in milliseconds of a choice. `night` is from the event's start to its end. */
function timeRange(
  range: Range,
  { minutes, startsAt, ended }: RateCardProps,
  nowMs: number,
): [number, number] {
  const firstMs = (minutes[0]?.[0] ?? nowMs / MINUTE_MS) * MINUTE_MS;
  const lastMs = (minutes.at(-1)?.[0] ?? nowMs / MINUTE_MS) * MINUTE_MS;
  const startMs = getChartStart(minutes, startsAt, nowMs);
  const untilMs = ended ? ended.atMs : nowMs;
  if (range === "all") return [firstMs, Math.max(lastMs + 2 * MINUTE_MS, firstMs)];
  if (range === "night" || range === "since") return [startMs, Math.max(untilMs, startMs)];
  return [untilMs - (Number(range) - 1) * MINUTE_MS, untilMs];
}

function toTable({ bars, step }: Rate): ChartTable {
  return {
    heads: [step === 1 ? texts.minute : texts.fromByMin(step), texts.transfer, "POS"],
    rows: bars
      .toReversed()
      .map((bar) => [
        formatMinute(new Date(bar.atMs)),
        formatBarCount(bar.transfers),
        formatBarCount(bar.pos),
      ]),
  };
}

function formatSummary({ last, peak }: Rate, isEnded: boolean): string {
  const now = isEnded ? "" : texts.inTheLastFullMinute(texts.countPayments(last));
  return texts.paymentsPerMinute(
    now,
    peak ? texts.thePeakWasAt(formatCount(peak.count), formatMinute(new Date(peak.atMs))) : texts.noneYet,
  );
}

/** The line between the title and the chart. */
function Lead({ rate, isClosed }: { rate: Rate; isClosed: boolean }) {
  const { last, peak } = rate;
  const at = peak && formatMinute(new Date(peak.atMs));
  return (
    <p className="figures flex items-baseline gap-2 max-md:hidden">
      {/* Room for three digits, so that more of them do not move the text beside them. */}
      <span className="min-w-[3ch] text-figure">{formatCount(isClosed ? (peak?.count ?? 0) : last)}</span>
      <span className="whitespace-nowrap text-ink-2 text-meta">
        {isClosed ? (
          texts.atThePeak(at ?? "–")
        ) : (
          <>
            <span className="@max-[380px]/rate:hidden">{texts.prefixInWideCards}</span>
            {texts.lastFullMinute}
          </>
        )}
        {!isClosed && peak && texts.peakAt(formatCount(peak.count), at)}
      </span>
    </p>
  );
}

/** The same on a phone, next to the title. */
function Brief({ rate, isClosed }: { rate: Rate; isClosed: boolean }) {
  return (
    <span className="figures text-balance text-right text-body text-ink-2 md:hidden">
      {!isClosed && (
        <>
          <span className="font-semibold text-ink">{formatCount(rate.last)}</span>
          {texts.now}
        </>
      )}
      {texts.peak(formatCount(rate.peak?.count ?? 0))}
    </span>
  );
}

/** Payments per minute, for a choice of time ranges. */
export const RateCard = memo(function RateCard(props: RateCardProps) {
  const { minutes, nowMs, ended, className } = props;
  const isClosed = ended?.how === "closed";
  const isStale = ended?.how === "stale";
  const [chosen, setChosen] = useState<Range>("60");
  const [sinceMs] = timeRange("since", props, nowMs);
  const choices = rangeChoices(sinceMs, nowMs, isClosed);
  const range = choices.some(({ value }) => value === chosen) ? chosen : isClosed ? "night" : "60";
  const rate = computeRate(minutes, ...timeRange(range, props, nowMs));
  return (
    <ChartFrame
      title={<h2 className="text-body">{texts.paymentsPerMinuteLabel}</h2>}
      summary={formatSummary(rate, ended !== undefined)}
      table={toTable(rate)}
      aside={
        isStale ? (
          <Chip>{texts.stoppedAt(formatMinute(new Date(ended.atMs)))}</Chip>
        ) : (
          <>
            <Segmented
              label={texts.timeRange}
              choices={choices}
              value={range}
              onChange={setChosen}
              className="@max-[380px]/rate:hidden max-md:hidden"
            />
            <Brief rate={rate} isClosed={isClosed} />
          </>
        )
      }
      lead={isStale ? <div className="h-8.5" /> : <Lead rate={rate} isClosed={isClosed} />}
      className={cn("@container/rate p-4", className)}
      chartClassName="h-40 flex-none"
    >
      <RateBars key={range} bars={rate.bars} />
    </ChartFrame>
  );
});
