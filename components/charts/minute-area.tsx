"use client";

import { useSyncExternalStore } from "react";
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { formatCount } from "@/lib/core/count";
import { channelLook } from "../shared/channel";
import { countTicks, type MinuteBar, timeAxis, widestOf } from "./minutes";

/** In rem, as all of a wall: its text, how wide a digit of it and a time is, and the room below for the times. */
const TEXT = 1.0625;
const DIGIT = 0.66;
const HALF_TIME = 1.6;
const BELOW = 2.25;
const GAP = 0.625;
const AXIS = { fill: "var(--ink-3)", fontSize: `${TEXT}rem` } as const;
const PARTS = [
  ["transfers", "bank_transfer"],
  ["pos", "pos"],
] as const;

function onResize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}
const rootSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** How many pixels a rem is: a wall's grows with its screen. */
const useRem = () => useSyncExternalStore(onResize, rootSize, () => 16);

/** The same as the bars, drawn as areas: a form for a wall, read from far away. Every mark has the room that it needs. */
export default function MinuteArea({ bars }: { bars: readonly MinuteBar[] }) {
  const rem = useRem();
  const counts = countTicks(bars);
  const { ticks, format } = timeAxis(bars);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart
        data={[...bars]}
        margin={{ top: TEXT * rem, right: HALF_TIME * rem, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <defs>
          {PARTS.map(([key, channel]) => (
            <linearGradient key={key} id={`wall-${key}`} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0%" stopColor={channelLook(channel).fill} stopOpacity={0.75} />
              <stop offset="100%" stopColor={channelLook(channel).fill} stopOpacity={0.35} />
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
          height={BELOW * rem}
        />
        <YAxis
          width={(GAP + DIGIT * Math.max(3, widestOf(counts))) * rem}
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
        {PARTS.map(([key, channel]) => (
          <Area
            key={key}
            dataKey={key}
            stackId="minute"
            type="monotone"
            stroke={channelLook(channel).fill}
            strokeWidth={3}
            fill={`url(#wall-${key})`}
            fillOpacity={1}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  );
}
