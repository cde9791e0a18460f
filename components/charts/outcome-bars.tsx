"use client";

import { memo } from "react";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatCount } from "@/lib/core/format/count";
import { formatDay, formatMinute } from "@/lib/core/format/format-date";
import { CHART_MARGIN, CountTick, countAxisWidth, countTicks, timeAxis } from "./minutes";

/** Attempts of one hour. */
interface OutcomeBar {
  atMs: number;
  succeeded: number;
  failed: number;
  /** Whether the hour can still grow; it is translucent. */
  isRunning: boolean;
}

/** Failed above delivered, as on every chart of two parts. */
const PARTS = [
  { key: "failed", name: "Failed", swatch: "bg-red-solid" },
  { key: "succeeded", name: "Delivered", swatch: "bg-brand-solid" },
] as const;

function BarTooltip({
  active,
  payload,
}: {
  active?: boolean;
  payload?: readonly { payload?: OutcomeBar }[];
}) {
  const bar = payload?.[0]?.payload;
  if (!active || !bar) return null;
  const at = new Date(bar.atMs);
  return (
    <div className="figures rounded-field border border-edge bg-surface px-2.5 py-2 text-meta shadow-pop">
      <p className="mb-1 font-medium">
        {formatDay(at)}, {formatMinute(at)}
      </p>
      {PARTS.map(({ key, name, swatch }) => (
        <p key={key} className="flex items-center gap-2 text-ink-2">
          <span aria-hidden className={`size-2 rounded-[2px] ${swatch}`} />
          <span className="mr-auto pr-3">{name}</span>
          {formatCount(bar[key])}
        </p>
      ))}
    </div>
  );
}

/** Recharts draws a bar with the attributes of its entry. */
const withOpacity = (bar: OutcomeBar) => ({ ...bar, fillOpacity: bar.isRunning ? 0.55 : 1 });

/** Stacked bars by hour, delivered below failed, with a tooltip for the bar that is hovered. */
export default memo(function OutcomeBars({ bars }: { bars: readonly OutcomeBar[] }) {
  const counts = countTicks(bars.map(({ succeeded, failed }) => ({ transfers: succeeded, pos: failed })));
  const { ticks, Mark } = timeAxis(bars);
  return (
    <ResponsiveContainer width="100%" height="100%" className="**:[g]:outline-none">
      <BarChart
        data={bars.map(withOpacity)}
        margin={{ top: CHART_MARGIN.top, right: CHART_MARGIN.right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} verticalCoordinatesGenerator={() => []} stroke="var(--grid)" />
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
          domain={[0, counts.at(-1) ?? 0]}
          ticks={counts}
          interval={0}
          tickLine={false}
          axisLine={false}
          tick={CountTick}
        />
        <Tooltip content={<BarTooltip />} cursor={{ fill: "var(--subtle)" }} isAnimationActive={false} />
        {(["succeeded", "failed"] as const).map((key) => (
          <Bar
            key={key}
            dataKey={key}
            stackId="hour"
            fill={key === "failed" ? "var(--red-solid)" : "var(--brand-solid)"}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
});
