"use client";

import { memo } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Rectangle,
  type RectangleProps,
  ResponsiveContainer,
  Tooltip,
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

interface ShapeProps extends RectangleProps {
  payload?: MinuteBar;
}

/** A part of a bar, parted from the one below by the surface; the running minute is faint, for it may still grow. */
function Part({ isTop, ...props }: ShapeProps & { isTop: boolean }) {
  const { payload, height = 0, y = 0 } = props;
  if (Number(height) <= 0) return null;
  const gap = isTop && (payload?.transfers ?? 0) > 0 ? 1 : 0;
  return (
    <Rectangle
      {...props}
      y={Number(y)}
      height={Math.max(1, Number(height) - gap)}
      radius={isTop || !payload?.pos ? [1.5, 1.5, 0, 0] : 0}
      fillOpacity={payload?.isRunning ? 0.55 : 1}
    />
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

const AXIS = { fill: "var(--ink-3)", fontSize: 11 } as const;

/** Stacked bars by time: transfers below, POS above. */
export default memo(function MinuteBars({ bars }: { bars: readonly MinuteBar[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...bars]}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        <XAxis
          dataKey="atMs"
          ticks={timeTicks(bars)}
          interval={0}
          tickFormatter={(atMs: number) => formatMinute(new Date(atMs))}
          tickLine={false}
          axisLine={{ stroke: "var(--border-strong)" }}
          tick={AXIS}
          tickMargin={6}
          height={24}
        />
        <YAxis width={24} tickCount={4} allowDecimals={false} tickLine={false} axisLine={false} tick={AXIS} />
        <Tooltip content={<Tip />} cursor={{ fill: "var(--subtle)" }} isAnimationActive={false} />
        <Bar
          dataKey="transfers"
          stackId="minute"
          fill={channelLook("bank_transfer").fill}
          isAnimationActive={false}
          shape={<Part isTop={false} />}
        />
        <Bar
          dataKey="pos"
          stackId="minute"
          fill={channelLook("pos").fill}
          isAnimationActive={false}
          shape={<Part isTop />}
        />
      </BarChart>
    </ResponsiveContainer>
  );
});
