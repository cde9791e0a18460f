"use client";

import { memo } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
} from "recharts";
import { formatMinute } from "@/lib/core/lagos";
import { ChannelSwatch, channelLook } from "../shared/channel";

export interface MinuteBar {
  atMs: number;
  transfers: number;
  pos: number;
  isRunning: boolean;
}

/** How much of a minute's place is left free at either side of its bar. */
const GAP_SHARE = 0.09;
const CORNER = 1.5;

/** A box that stands on `bottom`, its upper corners round where `isTop`. */
function box(
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
  isTop: boolean,
) {
  const round = isTop ? Math.min(CORNER, (right - left) / 2, bottom - top) : 0;
  const corners = `q0,${-round} ${round},${-round}H${right - round}q${round},0 ${round},${round}`;
  return `M${left},${bottom}V${top + round}${corners}V${bottom}Z`;
}

/**
 * All bars, a channel's in one line: as an element each they would hold up whoever wants to use the page. POS stands on
 * the transfers, parted from them by the surface; the running minute is faint, for it may still grow.
 */
function Stacks({ bars }: { bars: readonly MinuteBar[] }) {
  const [xOf, yOf] = [useXAxisScale(), useYAxisScale()];
  if (!xOf || !yOf) return null;
  const drawn = bars.map((bar) => {
    const [from = 0, to = 0] = [xOf(bar.atMs, { position: "start" }), xOf(bar.atMs, { position: "end" })];
    const gap = (to - from) * GAP_SHARE;
    const sides = [from + gap, to - gap] as const;
    const [floor = 0, middle = 0, top = 0] = [yOf(0), yOf(bar.transfers), yOf(bar.transfers + bar.pos)];
    const foot = bar.transfers > 0 ? middle - 1 : floor;
    return {
      isRunning: bar.isRunning,
      bank_transfer: bar.transfers > 0 ? box(sides, [Math.min(middle, floor - 1), floor], bar.pos === 0) : "",
      pos: bar.pos > 0 ? box(sides, [Math.min(top, foot - 1), foot], true) : "",
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

const shown = (count: number) => (Number.isInteger(count) ? String(count) : count.toFixed(1));

function Tip({ active, payload }: { active?: boolean; payload?: readonly { payload?: MinuteBar }[] }) {
  const bar = payload?.[0]?.payload;
  if (!active || !bar) return null;
  return (
    <div className="figures rounded-field border border-edge bg-surface px-2.5 py-2 text-meta shadow-pop">
      <p className="mb-1 font-medium">{formatMinute(new Date(bar.atMs))}</p>
      {(["pos", "bank_transfer"] as const).map((channel) => (
        <p key={channel} className="flex items-center gap-2 text-ink-2">
          <ChannelSwatch channel={channel} />
          <span className="mr-auto pr-3">{channelLook(channel).short}</span>
          {shown(channel === "pos" ? bar.pos : bar.transfers)}
        </p>
      ))}
    </div>
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

interface Mark {
  x: number | string;
  y: number | string;
  payload: { value: number };
}

/** A time under its bar, and a count beside its line. */
const TimeMark = ({ x, y, payload }: Mark) => (
  <text x={x} y={y} dy="0.71em" textAnchor="middle" fontSize={11} fill="var(--ink-3)">
    {formatMinute(new Date(payload.value))}
  </text>
);
const CountMark = ({ x, y, payload }: Mark) => (
  <text x={x} y={y} dy="0.355em" textAnchor="end" fontSize={11} fill="var(--ink-3)">
    {payload.value}
  </text>
);

/** Asked of lines that are not drawn too: the chart's own answer measures the words of every mark. */
const none = () => [];

/** Stacked bars by time: transfers below, POS above. */
export default memo(function MinuteBars({ bars }: { bars: readonly MinuteBar[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...bars]} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} verticalCoordinatesGenerator={none} stroke="var(--grid)" />
        <XAxis
          dataKey="atMs"
          ticks={timeTicks(bars)}
          interval={0}
          tickLine={false}
          axisLine={{ stroke: "var(--border-strong)" }}
          tick={TimeMark}
          tickMargin={6}
          height={24}
        />
        <YAxis
          width={24}
          includeHidden
          tickCount={4}
          interval={0}
          allowDecimals={false}
          tickLine={false}
          axisLine={false}
          tick={CountMark}
        />
        <Tooltip
          content={<Tip />}
          cursor={{ fill: "var(--subtle)" }}
          isAnimationActive={false}
          includeHidden
        />
        <Bar dataKey="transfers" stackId="minute" hide />
        <Bar dataKey="pos" stackId="minute" hide />
        <Stacks bars={bars} />
      </BarChart>
    </ResponsiveContainer>
  );
});
