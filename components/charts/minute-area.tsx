"use client";

import { Area, AreaChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { formatMinute } from "@/lib/core/lagos";
import { channelLook } from "../shared/channel";
import { type MinuteBar, timeTicks } from "./minutes";

const AXIS = { fill: "var(--ink-3)", fontSize: "1.0625rem" } as const;
const PARTS = [
  ["transfers", "bank_transfer"],
  ["pos", "pos"],
] as const;

/** The same as the bars, drawn as areas: a form for a wall, read from far away. */
export default function MinuteArea({ bars }: { bars: readonly MinuteBar[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart
        data={[...bars]}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
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
          ticks={timeTicks(bars)}
          interval={0}
          tickFormatter={(atMs: number) => formatMinute(new Date(atMs))}
          tickLine={false}
          axisLine={{ stroke: "var(--border-strong)" }}
          tick={AXIS}
          tickMargin={10}
          height={36}
        />
        <YAxis width={40} tickCount={4} allowDecimals={false} tickLine={false} axisLine={false} tick={AXIS} />
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
