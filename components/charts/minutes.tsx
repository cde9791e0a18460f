import type { ReactNode } from "react";
import { formatCount } from "@/lib/core/format/count";
import { floorToSlot, formatDay, formatMinute } from "@/lib/core/format/format-date";
import { DAY_MS, MINUTE_MS } from "@/lib/core/time/durations";
import { channelStyle } from "../shared/format/channel";

/** Payments of one bar of a minute chart. */
export interface MinuteBar {
  atMs: number;
  transfers: number;
  pos: number;
  isRunning: boolean;
}

/** Formats a bar's count; an average over several minutes has one decimal. */
export const formatBarCount = (count: number) =>
  Number.isInteger(count) ? formatCount(count) : count.toFixed(1);

/**
 * Margins in pixels: above the bars, to their right for half of the last time label, and below for the time
 * labels.
 */
export const CHART_MARGIN = { top: 8, right: 18, bottom: 24 };

/** Returns the length in characters of the longest formatted count. */
export const maxCountLength = (counts: readonly number[]) =>
  Math.max(...counts.map((count) => formatCount(count).length));

/** Returns the width in pixels of the count axis; a digit is 7 px wide. */
export const countAxisWidth = (counts: readonly number[]) => 10 + 7 * Math.max(2, maxCountLength(counts));

/** Share of a bar's slot that stays empty on each side of the bar. */
const GAP_SHARE = 0.09;

/** Returns the SVG path of a bar from `bottom` to `top` with the upper corners rounded by at most `corner`. */
function barPath(
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
  corner: number,
) {
  const round = Math.min(corner, (right - left) / 2, bottom - top);
  const corners =
    round > 0 ? `q0,${-round} ${round},${-round}H${right - round}q${round},0 ${round},${round}` : `H${right}`;
  return `M${left},${bottom}V${top + round}${corners}V${bottom}Z`;
}

interface StacksProps {
  bars: readonly MinuteBar[];
  /** Returns the x coordinates of the start and the end of a bar's slot. */
  rangeOf: (bar: MinuteBar, index: number) => readonly [number, number];
  /** Returns the y coordinate of a count. */
  heightOf: (count: number) => number;
  corner: number;
}

/**
 * Draws all bars, with one path for each channel: an element for each bar would block the main thread. POS is
 * stacked on transfers with a 1 px gap; the running minute is translucent, because it can still grow.
 */
export function StackedBars({ bars, rangeOf, heightOf, corner }: StacksProps) {
  const floor = heightOf(0);
  const drawn = bars.map((bar, index) => {
    const [from, to] = rangeOf(bar, index);
    const gap = (to - from) * GAP_SHARE;
    const sides = [from + gap, to - gap] as const;
    const [middle, top] = [heightOf(bar.transfers), heightOf(bar.transfers + bar.pos)];
    const foot = bar.transfers > 0 ? middle - 1 : floor;
    return {
      isRunning: bar.isRunning,
      bank_transfer:
        bar.transfers > 0
          ? barPath(sides, [Math.min(middle, floor - 1), floor], bar.pos === 0 ? corner : 0)
          : "",
      pos: bar.pos > 0 ? barPath(sides, [Math.min(top, foot - 1), foot], corner) : "",
    };
  });
  return (["bank_transfer", "pos"] as const).flatMap((channel) =>
    [false, true].map((isRunning) => (
      <path
        key={`${channel} ${isRunning}`}
        d={drawn.map((bar) => (bar.isRunning === isRunning ? bar[channel] : "")).join("")}
        fill={channelStyle(channel).fill}
        fillOpacity={isRunning ? 0.55 : 1}
      />
    )),
  );
}

const TIME_STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 720].map((minutes) => minutes * MINUTE_MS);

const formatTickTime = (atMs: number) => formatMinute(new Date(atMs));
const formatTickDay = (atMs: number) => formatDay(new Date(atMs));

/** Time ticks of a chart: their bars, their text format and their component. */
interface TimeAxis {
  ticks: number[];
  format: (atMs: number) => string;
  Mark: (mark: Mark) => ReactNode;
}

/**
 * Returns about `maxTicks` ticks at round times of the page's zone, up to the last bar; one for each day or every few days
 * when the range is longer. The ticks do not depend on the chart's width: the margins leave space for half a
 * label at each end.
 */
export function timeAxis(bars: readonly { atMs: number }[], maxTicks = 6): TimeAxis {
  const [first, last] = [bars[0]?.atMs ?? 0, bars.at(-1)?.atMs ?? 0];
  const stepMs = TIME_STEPS_MS.find((step) => (last - first) / step <= maxTicks);
  if (stepMs !== undefined) {
    const isRound = (atMs: number) => floorToSlot(atMs, stepMs) === atMs;
    const ticks = bars.map(({ atMs }) => atMs).filter(isRound);
    return { ticks, format: formatTickTime, Mark: TimeTick };
  }
  const days = [...new Set(bars.map(({ atMs }) => floorToSlot(atMs, DAY_MS)))];
  const every = Math.ceil(days.length / (maxTicks + 1));
  const shown = new Set(days.filter((_, index) => (days.length - 1 - index) % every === 0));
  return {
    ticks: bars.map(({ atMs }) => atMs).filter((atMs) => shown.has(atMs)),
    format: formatTickDay,
    Mark: DayTick,
  };
}

const ROUND_STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Returns the four ticks of the count axis: from zero to at least the highest bar, in round steps. */
export function countTicks(bars: readonly Pick<MinuteBar, "transfers" | "pos">[]): number[] {
  const needed = Math.max(...bars.map(({ transfers, pos }) => transfers + pos), 1) / 3;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(needed)));
  const steps = ROUND_STEPS.map((round) => round * power).filter(Number.isInteger);
  const step = steps.find((size) => size >= needed) ?? 10 * power;
  return [0, step, 2 * step, 3 * step];
}

interface Mark {
  x: number | string;
  y: number | string;
  payload: { value: number };
}

/** Returns a component that draws a time label below its bar. */
const createTick = (format: TimeAxis["format"]) =>
  function TimeLabel({ x, y, payload }: Mark) {
    return (
      <text x={x} y={y} dy="0.71em" textAnchor="middle" fontSize={11} fill="var(--ink-3)">
        {format(payload.value)}
      </text>
    );
  };
const TimeTick = createTick(formatTickTime);
const DayTick = createTick(formatTickDay);

/** Draws a count label next to its grid line. */
export const CountTick = ({ x, y, payload }: Mark) => (
  <text x={x} y={y} dy="0.355em" textAnchor="end" fontSize={11} fill="var(--ink-3)">
    {formatCount(payload.value)}
  </text>
);
