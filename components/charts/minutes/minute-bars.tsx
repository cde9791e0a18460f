"use client";

import { memo } from "react";
import { Bar, useXAxisScale, useYAxisScale } from "recharts";
import { formatMinute } from "@/lib/core/format/format-date";
import { ChannelSwatch, channelStyle } from "../../shared/format/channel";
import { countTicks, formatBarCount, type MinuteBar, StackedBars } from "../minutes";
import { BarTooltip, type Hovered, TimeBarChart } from "../time-bar-chart";

const CORNER = 1.5;

/** Draws the bars with the chart's own axis scales. */
function Bars({ bars }: { bars: readonly MinuteBar[] }) {
  const [xOf, yOf] = [useXAxisScale(), useYAxisScale()];
  if (!xOf || !yOf) return null;
  const rangeOf = ({ atMs }: MinuteBar) =>
    [xOf(atMs, { position: "start" }) ?? 0, xOf(atMs, { position: "end" }) ?? 0] as const;
  return <StackedBars bars={bars} rangeOf={rangeOf} heightOf={(count) => yOf(count) ?? 0} corner={CORNER} />;
}

function MinuteTooltip({ active, payload }: Hovered<MinuteBar>) {
  const bar = payload?.[0]?.payload;
  if (!active || !bar) return null;
  return (
    <BarTooltip
      title={formatMinute(new Date(bar.atMs))}
      lines={(["pos", "bank_transfer"] as const).map((channel) => ({
        key: channel,
        swatch: <ChannelSwatch channel={channel} />,
        name: channelStyle(channel).short,
        value: formatBarCount(channel === "pos" ? bar.pos : bar.transfers),
      }))}
    />
  );
}

interface MinuteBarsProps {
  bars: readonly MinuteBar[];
  /** Index of the bar whose tooltip is open without a pointer over it. */
  touched: number | undefined;
}

/** Stacked bars by time, transfers below POS, with a tooltip for the bar that is hovered or touched. */
export default memo(function MinuteBars({ bars, touched }: MinuteBarsProps) {
  return (
    <TimeBarChart bars={bars} counts={countTicks(bars)} tooltip={<MinuteTooltip />} touched={touched}>
      <Bar dataKey="transfers" stackId="minute" hide />
      <Bar dataKey="pos" stackId="minute" hide />
      <Bars bars={bars} />
    </TimeBarChart>
  );
});
