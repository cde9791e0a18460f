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
import { formatMinute } from "@/lib/core/format-date";
import { ChannelSwatch, channelLook } from "../shared/channel";
import {
  CountMark,
  countTicks,
  type MinuteBar,
  ROOM,
  roomFor,
  Stacks,
  shownCount,
  timeAxis,
} from "./minutes";

const CORNER = 1.5;

/** The bars, where the chart has its axes. */
function Bars({ bars }: { bars: readonly MinuteBar[] }) {
  const [xOf, yOf] = [useXAxisScale(), useYAxisScale()];
  if (!xOf || !yOf) return null;
  const placeOf = ({ atMs }: MinuteBar) =>
    [xOf(atMs, { position: "start" }) ?? 0, xOf(atMs, { position: "end" }) ?? 0] as const;
  return <Stacks bars={bars} placeOf={placeOf} heightOf={(count) => yOf(count) ?? 0} corner={CORNER} />;
}

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
          {shownCount(channel === "pos" ? bar.pos : bar.transfers)}
        </p>
      ))}
    </div>
  );
}

/** Asked of lines that are not drawn too: the chart's own answer measures the words of every mark. */
const none = () => [];

interface MinuteBarsProps {
  bars: readonly MinuteBar[];
  /** The bar that is told of though nothing points at it. */
  touched: number | undefined;
}

/** Stacked bars by time: transfers below, POS above; what is pointed at or touched is told. */
export default memo(function MinuteBars({ bars, touched }: MinuteBarsProps) {
  const counts = countTicks(bars);
  const { ticks, Mark } = timeAxis(bars);
  return (
    // What is pressed in it has the focus without being a control: no ring around it.
    <ResponsiveContainer width="100%" height="100%" className="**:[g]:outline-none">
      <BarChart
        data={[...bars]}
        margin={{ top: ROOM.top, right: ROOM.right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} verticalCoordinatesGenerator={none} stroke="var(--grid)" />
        <XAxis
          dataKey="atMs"
          ticks={ticks}
          interval={0}
          tickLine={false}
          axisLine={{ stroke: "var(--border-strong)" }}
          tick={Mark}
          tickMargin={6}
          height={ROOM.bottom}
        />
        <YAxis
          width={roomFor(counts)}
          includeHidden
          domain={[0, counts.at(-1) ?? 0]}
          ticks={counts}
          interval={0}
          tickLine={false}
          axisLine={false}
          tick={CountMark}
        />
        <Tooltip
          content={<Tip />}
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
