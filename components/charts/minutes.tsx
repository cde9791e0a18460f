import type { ReactNode } from "react";
import { formatCount } from "@/lib/core/count";
import { floorInLagos, formatDay, formatMinute } from "@/lib/core/format-date";
import { channelLook } from "../shared/channel";

/** What the charts of payments per minute have in common, however they are drawn. */
export interface MinuteBar {
  atMs: number;
  transfers: number;
  pos: number;
  isRunning: boolean;
}

/** A bar's count in words; the average of several minutes has its tenth. */
export const shownCount = (count: number) =>
  Number.isInteger(count) ? formatCount(count) : count.toFixed(1);

/** Pixels above the bars, below them for the times, and at their right for half of the last time. */
export const ROOM = { top: 8, right: 18, bottom: 24 };

/** The widest of these counts, in characters. */
export const widestOf = (counts: readonly number[]) =>
  Math.max(...counts.map((count) => formatCount(count).length));

/** Pixels at the left of the bars, for the counts: a digit of theirs is seven wide. */
export const roomFor = (counts: readonly number[]) => 10 + 7 * Math.max(2, widestOf(counts));

/** How much of a minute's place is left free at either side of its bar. */
const GAP_SHARE = 0.09;

/** A box that stands on `bottom`, its upper corners round by `corner` where `isTop`. */
function box(
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
  /** Where a bar's place begins and ends. */
  placeOf: (bar: MinuteBar, index: number) => readonly [number, number];
  /** How high a count is drawn. */
  heightOf: (count: number) => number;
  corner: number;
}

/**
 * All bars, a channel's in one line: as an element each they would hold up whoever wants to use the page. POS stands on
 * the transfers, parted from them by the surface; the running minute is faint, for it may still grow.
 */
export function Stacks({ bars, placeOf, heightOf, corner }: StacksProps) {
  const floor = heightOf(0);
  const drawn = bars.map((bar, index) => {
    const [from, to] = placeOf(bar, index);
    const gap = (to - from) * GAP_SHARE;
    const sides = [from + gap, to - gap] as const;
    const [middle, top] = [heightOf(bar.transfers), heightOf(bar.transfers + bar.pos)];
    const foot = bar.transfers > 0 ? middle - 1 : floor;
    return {
      isRunning: bar.isRunning,
      bank_transfer:
        bar.transfers > 0 ? box(sides, [Math.min(middle, floor - 1), floor], bar.pos === 0 ? corner : 0) : "",
      pos: bar.pos > 0 ? box(sides, [Math.min(top, foot - 1), foot], corner) : "",
    };
  });
  return (["bank_transfer", "pos"] as const).flatMap((channel) =>
    [false, true].map((isRunning) => (
      <path
        key={`${channel} ${isRunning}`}
        d={drawn.map((bar) => (bar.isRunning === isRunning ? bar[channel] : "")).join("")}
        fill={channelLook(channel).fill}
        fillOpacity={isRunning ? 0.55 : 1}
      />
    )),
  );
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const TIME_STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 720].map((minutes) => minutes * MINUTE_MS);

const asTime = (atMs: number) => formatMinute(new Date(atMs));
const asDay = (atMs: number) => formatDay(new Date(atMs));

/** The marks below a chart: under which bars they stand, what they say, and how they are drawn. */
interface TimeAxis {
  ticks: number[];
  format: (atMs: number) => string;
  Mark: (mark: Mark) => ReactNode;
}

/**
 * Marks on round times in Lagos, some six of them, up to the last bar; by days where those of one day are not enough.
 * None depends on how wide the chart is: a chart leaves room for half a mark at either end.
 */
export function timeAxis(bars: readonly { atMs: number }[], most = 6): TimeAxis {
  const [first, last] = [bars[0]?.atMs ?? 0, bars.at(-1)?.atMs ?? 0];
  const stepMs = TIME_STEPS_MS.find((step) => (last - first) / step <= most);
  if (stepMs !== undefined) {
    const isRound = (atMs: number) => floorInLagos(atMs, stepMs) === atMs;
    const ticks = bars.map(({ atMs }) => atMs).filter(isRound);
    return { ticks, format: asTime, Mark: TimeMark };
  }
  const days = [...new Set(bars.map(({ atMs }) => floorInLagos(atMs, DAY_MS)))];
  const every = Math.ceil(days.length / (most + 1));
  const shown = new Set(days.filter((_, index) => (days.length - 1 - index) % every === 0));
  return {
    ticks: bars.map(({ atMs }) => atMs).filter((atMs) => shown.has(atMs)),
    format: asDay,
    Mark: DayMark,
  };
}

const ROUND_STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The four marks of the other axis: from none to what holds the highest bar, in round steps. */
export function countTicks(bars: readonly MinuteBar[]): number[] {
  const needed = Math.max(...bars.map(({ transfers, pos }) => transfers + pos), 1) / 3;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(needed)));
  const steps = ROUND_STEPS.map((round) => round * power).filter(Number.isInteger);
  const step = steps.find((one) => one >= needed) ?? 10 * power;
  return [0, step, 2 * step, 3 * step];
}

interface Mark {
  x: number | string;
  y: number | string;
  payload: { value: number };
}

/** Draws a time under its bar. */
const markOf = (format: TimeAxis["format"]) =>
  function MarkOfTime({ x, y, payload }: Mark) {
    return (
      <text x={x} y={y} dy="0.71em" textAnchor="middle" fontSize={11} fill="var(--ink-3)">
        {format(payload.value)}
      </text>
    );
  };
const TimeMark = markOf(asTime);
const DayMark = markOf(asDay);

/** Draws a count beside its line. */
export const CountMark = ({ x, y, payload }: Mark) => (
  <text x={x} y={y} dy="0.355em" textAnchor="end" fontSize={11} fill="var(--ink-3)">
    {formatCount(payload.value)}
  </text>
);
