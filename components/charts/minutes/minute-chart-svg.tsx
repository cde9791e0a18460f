import {
  CHART_MARGIN,
  CountTick,
  countAxisWidth,
  countTicks,
  type MinuteBar,
  StackedBars,
  timeAxis,
} from "../minutes";

/** Heights in pixels of the chart area in `ChartFrame` and of the bars in it. */
const HEIGHT = 160;
const BARS_HEIGHT = HEIGHT - CHART_MARGIN.top - CHART_MARGIN.bottom;

/**
 * The chart of payments per minute as static SVG, rendered by the server: the same ticks and bars as
 * `MinuteBars` at any width, without tooltips.
 */
export function MinuteChartSvg({ bars }: { bars: readonly MinuteBar[] }) {
  const counts = countTicks(bars);
  const heightOf = (count: number) => BARS_HEIGHT * (1 - count / (counts.at(-1) ?? 1));
  const { ticks, Mark } = timeAxis(bars);
  const middleOf = (atMs: number) => (bars.findIndex((bar) => bar.atMs === atMs) + 0.5) / bars.length;
  return (
    <div style={{ paddingLeft: countAxisWidth(counts), paddingRight: CHART_MARGIN.right }}>
      <svg aria-hidden width="100%" height={HEIGHT} className="block overflow-visible">
        <g transform={`translate(0 ${CHART_MARGIN.top})`}>
          {counts.map((count) => (
            <g key={count}>
              <CountTick x={-8} y={heightOf(count)} payload={{ value: count }} />
              <line
                x2="100%"
                y1={heightOf(count)}
                y2={heightOf(count)}
                stroke={count === 0 ? "var(--border-strong)" : "var(--grid)"}
              />
            </g>
          ))}
          {ticks.map((atMs) => (
            <Mark key={atMs} x={`${100 * middleOf(atMs)}%`} y={BARS_HEIGHT + 12} payload={{ value: atMs }} />
          ))}
          <svg
            aria-hidden
            width="100%"
            height={BARS_HEIGHT}
            viewBox={`0 0 ${bars.length} ${BARS_HEIGHT}`}
            preserveAspectRatio="none"
          >
            <StackedBars
              bars={bars}
              rangeOf={(_, index) => [index, index + 1]}
              heightOf={heightOf}
              corner={0}
            />
          </svg>
        </g>
      </svg>
    </div>
  );
}
