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
import { formatMinute } from "@/lib/core/format/format-date";
import { ChannelSwatch, channelStyle } from "../shared/format/channel";
import {
  CHART_MARGIN,
  CountTick,
  countAxisWidth,
  countTicks,
  formatBarCount,
  type MinuteBar,
  StackedBars,
  timeAxis,
} from "./minutes";

const CORNER = 1.5;

/** Draws the bars with the chart's own axis scales. */
function Bars({ bars }: { bars: readonly MinuteBar[] }) {
  const [xOf, yOf] = [useXAxisScale(), useYAxisScale()];
  if (!xOf || !yOf) return null;
  const rangeOf = ({ atMs }: MinuteBar) =>
    [xOf(atMs, { position: "start" }) ?? 0, xOf(atMs, { position: "end" }) ?? 0] as const;
  return <StackedBars bars={bars} rangeOf={rangeOf} heightOf={(count) => yOf(count) ?? 0} corner={CORNER} />;
}

function BarTooltip({ active, payload }: { active?: boolean; payload?: readonly { payload?: MinuteBar }[] }) {
  const bar = payload?.[0]?.payload;
  if (!active || !bar) return null;
  return (
    <div className="figures rounded-field border border-edge bg-surface px-2.5 py-2 text-meta shadow-pop">
      <p className="mb-1 font-medium">{formatMinute(new Date(bar.atMs))}</p>
      {(["pos", "bank_transfer"] as const).map((channel) => (
        <p key={channel} className="flex items-center gap-2 text-ink-2">
          <ChannelSwatch channel={channel} />
          <span className="mr-auto pr-3">{channelStyle(channel).short}</span>
          {formatBarCount(channel === "pos" ? bar.pos : bar.transfers)}
        </p>
      ))}
    </div>
  );
}

/**
 * Disables the vertical grid lines. The generator is called although they are not drawn, and the default one
 * measures the text of every tick.
 */
const noGridLines = () => [];

interface MinuteBarsProps {
  bars: readonly MinuteBar[];
  /** Index of the bar whose tooltip is open without a pointer over it. */
  touched: number | undefined;
}

/** Stacked bars by time, transfers below POS, with a tooltip for the bar that is hovered or touched. */
export default memo(function MinuteBars({ bars, touched }: MinuteBarsProps) {
  const counts = countTicks(bars);
  const { ticks, Mark } = timeAxis(bars);
  return (
    // A press focuses elements that are not controls, so they show no focus ring.
    <ResponsiveContainer width="100%" height="100%" className="**:[g]:outline-none">
      <BarChart
        data={[...bars]}
        margin={{ top: CHART_MARGIN.top, right: CHART_MARGIN.right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} verticalCoordinatesGenerator={noGridLines} stroke="var(--grid)" />
        <XAxis
          dataKey="atMs"
          ticks={ticks}
          interval={0}
          tickLine={false}
          axisLine={{ stroke: "var(--border-strong)" }}
          tick={Mark}
          tickMargin={6}
          height={CHART_MARGIN.bottom}
        />
        <YAxis
          width={countAxisWidth(counts)}
          includeHidden
          domain={[0, counts.at(-1) ?? 0]}
          ticks={counts}
          interval={0}
          tickLine={false}
          axisLine={false}
          tick={CountTick}
        />
        <Tooltip
          content={<BarTooltip />}
          cursor={{ fill: "var(--subtle)" }}
          isAnimationActive={false}
          includeHidden
          {...(touched !== undefined && { active: true, defaultIndex: touched })}
        />
        <Bar dataKey="transfers" stackId="minute" hide />
        <Bar dataKey="pos" stackId="minute" hide />
        <Bars bars={bars} />
      </BarChart>
    </ResponsiveContainer>
  );
});
