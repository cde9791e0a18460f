"use client";

import { useSyncExternalStore } from "react";
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { formatCount } from "@/lib/core/format/count";
import { channelStyle } from "../../shared/format/channel";
import { countTicks, type MinuteBar, maxCountLength, timeAxis } from "../minutes";

/**
 * In rem, as all wallboard sizes: the axis text size, the width of a digit, half the width of a time, and the
 * space below for the time labels.
 */
const TEXT_REM = 1.0625;
const DIGIT_REM = 0.66;
const HALF_TIME_REM = 1.6;
const X_AXIS_REM = 2.25;
const GAP = 0.625;
const AXIS = { fill: "var(--ink-3)", fontSize: `${TEXT_REM}rem` } as const;
const SERIES = [
  ["transfers", "bank_transfer"],
  ["pos", "pos"],
] as const;

function onResize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}
const rootSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Returns the size of a rem in pixels; the wallboard scales it with the screen. */
const useRem = () => useSyncExternalStore(onResize, rootSize, () => 16);

/**
 * Stacked areas of the same data as `MinuteBars`, for the wallboard: large labels for reading from a
 * distance.
 */
export default function MinuteArea({ bars }: { bars: readonly MinuteBar[] }) {
  const rem = useRem();
  const counts = countTicks(bars);
  const { ticks, format } = timeAxis(bars);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart
        data={[...bars]}
        margin={{ top: TEXT_REM * rem, right: HALF_TIME_REM * rem, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <defs>
          {SERIES.map(([key, channel]) => (
            <linearGradient key={key} id={`wallboard-${key}`} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0%" stopColor={channelStyle(channel).fill} stopOpacity={0.75} />
              <stop offset="100%" stopColor={channelStyle(channel).fill} stopOpacity={0.35} />
            </linearGradient>
          ))}
        </defs>
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        <XAxis
          dataKey="atMs"
          ticks={ticks}
          interval={0}
          tickFormatter={format}
          tickLine={false}
          axisLine={{ stroke: "var(--border-strong)" }}
          tick={AXIS}
          tickMargin={GAP * rem}
          height={X_AXIS_REM * rem}
        />
        <YAxis
          width={(GAP + DIGIT_REM * Math.max(3, maxCountLength(counts))) * rem}
          domain={[0, counts.at(-1) ?? 0]}
          ticks={counts}
          interval={0}
          tickFormatter={formatCount}
          tickLine={false}
          axisLine={false}
          tick={AXIS}
          tickMargin={GAP * rem}
          tickSize={0}
        />
        {SERIES.map(([key, channel]) => (
          <Area
            key={key}
            dataKey={key}
            stackId="minute"
            type="monotone"
            stroke={channelStyle(channel).fill}
            strokeWidth={3}
            fill={`url(#wallboard-${key})`}
            fillOpacity={1}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  );
}
