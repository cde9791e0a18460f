import { formatCount } from "@/lib/core/count";
import { formatMinute } from "@/lib/core/lagos";
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

/** Pixels above the bars, and below them for the times. */
export const ROOM = { top: 8, bottom: 24 };

/** Pixels at the left of the bars, for the counts. */
export const roomFor = (counts: readonly number[]) => 10 + 7 * Math.max(2, String(counts.at(-1)).length);

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

/** A mark's words need half their width beside it: so much of the axis at its end has none. */
const END_SHARE = 0.06;

/** Marks of the axis on round times, some seven of them, none at its very beginning or end. */
export function timeTicks(bars: readonly { atMs: number }[], most = 7): number[] {
  const [first, last] = [bars[0]?.atMs ?? 0, bars.at(-1)?.atMs ?? 0];
  const stepMs =
    [1, 2, 5, 10, 15, 30, 60, 120, 240, 720]
      .map((minutes) => minutes * 60_000)
      .find((step) => (last - first) / step <= most) ?? 86_400_000;
  const until = last - (last - first) * END_SHARE;
  return bars.map(({ atMs }) => atMs).filter((atMs) => atMs % stepMs === 0 && atMs > first && atMs <= until);
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

/** A time under its bar, and a count beside its line. */
export const TimeMark = ({ x, y, payload }: Mark) => (
  <text x={x} y={y} dy="0.71em" textAnchor="middle" fontSize={11} fill="var(--ink-3)">
    {formatMinute(new Date(payload.value))}
  </text>
);
export const CountMark = ({ x, y, payload }: Mark) => (
  <text x={x} y={y} dy="0.355em" textAnchor="end" fontSize={11} fill="var(--ink-3)">
    {payload.value}
  </text>
);
