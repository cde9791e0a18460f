"use client";

import { memo } from "react";
import { Bar } from "recharts";
import { formatCount } from "@/lib/core/format/count";
import { formatDay, formatMinute } from "@/lib/core/format/format-date";
import { Swatch } from "./chart-frame";
import { countTicks } from "./minutes";
import * as texts from "./texts";
import { BarTooltip, type Hovered, TimeBarChart } from "./time-bar-chart";

/** Attempts of one hour. */
interface OutcomeBar {
  atMs: number;
  succeeded: number;
  failed: number;
  /** Whether the hour can still grow; it is translucent. */
  isRunning: boolean;
}

/** Delivered, and failed stacked on it. */
const PARTS = [
  { key: "succeeded", name: texts.delivered, fill: "var(--brand-solid)", swatch: "bg-brand-solid" },
  { key: "failed", name: texts.failed, fill: "var(--red-solid)", swatch: "bg-red-solid" },
] as const;

function HourTooltip({ active, payload }: Hovered<OutcomeBar>) {
  const bar = payload?.[0]?.payload;
  if (!active || !bar) return null;
  const at = new Date(bar.atMs);
  return (
    <BarTooltip
      title={`${formatDay(at)}, ${formatMinute(at)}`}
      lines={PARTS.toReversed().map(({ key, name, swatch }) => ({
        ...{ key, name },
        swatch: <Swatch className={swatch} />,
        value: formatCount(bar[key]),
      }))}
    />
  );
}

/** Recharts draws a bar with the attributes of its entry. */
const withOpacity = (bar: OutcomeBar) => ({ ...bar, fillOpacity: bar.isRunning ? 0.55 : 1 });

/** Stacked bars by hour, delivered below failed, with a tooltip for the bar that is hovered. */
export default memo(function OutcomeBars({ bars }: { bars: readonly OutcomeBar[] }) {
  const counts = countTicks(bars.map(({ succeeded, failed }) => ({ transfers: succeeded, pos: failed })));
  return (
    <TimeBarChart bars={bars.map(withOpacity)} counts={counts} tooltip={<HourTooltip />}>
      {PARTS.map(({ key, fill }) => (
        <Bar key={key} dataKey={key} stackId="hour" fill={fill} isAnimationActive={false} />
      ))}
    </TimeBarChart>
  );
});
