import type { ReactElement, ReactNode } from "react";
import { BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { CHART_MARGIN, CountTick, countAxisWidth, timeAxis } from "./minutes";

/**
 * Disables the vertical grid lines. The generator is called although they are not drawn, and the default one
 * measures the text of every tick.
 */
const noGridLines = () => [];

interface TimeBarChartProps {
  bars: readonly { atMs: number }[];
  /** The ticks of the count axis, from zero. */
  counts: readonly number[];
  tooltip: ReactElement;
  /** Index of the bar whose tooltip is open without a pointer over it. */
  touched?: number | undefined;
  /** The bars as drawn. */
  children: ReactNode;
}

/** The axes, grid and tooltip of a chart with stacked bars over time. */
export function TimeBarChart({ bars, counts, tooltip, touched, children }: TimeBarChartProps) {
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
          ticks={[...counts]}
          interval={0}
          tickLine={false}
          axisLine={false}
          tick={CountTick}
        />
        <Tooltip
          content={tooltip}
          cursor={{ fill: "var(--subtle)" }}
          isAnimationActive={false}
          includeHidden
          {...(touched !== undefined && { active: true, defaultIndex: touched })}
        />
        {children}
      </BarChart>
    </ResponsiveContainer>
  );
}

interface BarTooltipProps {
  title: string;
  lines: readonly { key: string; swatch: ReactNode; name: string; value: string }[];
}

/** The content of a bar's tooltip: its time, and a line for each part. */
export function BarTooltip({ title, lines }: BarTooltipProps) {
  return (
    <div className="figures rounded-field border border-edge bg-surface px-2.5 py-2 text-meta shadow-pop">
      <p className="mb-1 font-medium">{title}</p>
      {lines.map(({ key, swatch, name, value }) => (
        <p key={key} className="flex items-center gap-2 text-ink-2">
          {swatch}
          <span className="mr-auto pr-3">{name}</span>
          {value}
        </p>
      ))}
    </div>
  );
}

/** What recharts gives to a tooltip's content: the hovered bar. */
export interface Hovered<Bar> {
  active?: boolean;
  payload?: readonly { payload?: Bar }[];
}
