import { CountMark, countTicks, type MinuteBar, ROOM, roomFor, Stacks, timeAxis } from "./minutes";

/** The height of what `ChartFrame` gives the chart, and of the bars in it. */
const HEIGHT = 160;
const BARS = HEIGHT - ROOM.top - ROOM.bottom;

/**
 * The chart of minutes as a picture: the same marks and bars at any width, drawn by the server already. It answers
 * nobody who points at it.
 */
export function MinuteChartSvg({ bars }: { bars: readonly MinuteBar[] }) {
  const counts = countTicks(bars);
  const heightOf = (count: number) => BARS * (1 - count / (counts.at(-1) ?? 1));
  const { ticks, Mark } = timeAxis(bars);
  const middleOf = (atMs: number) => (bars.findIndex((bar) => bar.atMs === atMs) + 0.5) / bars.length;
  return (
    <div style={{ paddingLeft: roomFor(counts), paddingRight: ROOM.right }}>
      <svg aria-hidden width="100%" height={HEIGHT} className="block overflow-visible">
        <g transform={`translate(0 ${ROOM.top})`}>
          {counts.map((count) => (
            <g key={count}>
              <CountMark x={-8} y={heightOf(count)} payload={{ value: count }} />
              <line
                x2="100%"
                y1={heightOf(count)}
                y2={heightOf(count)}
                stroke={count === 0 ? "var(--border-strong)" : "var(--grid)"}
              />
            </g>
          ))}
          {ticks.map((atMs) => (
            <Mark key={atMs} x={`${100 * middleOf(atMs)}%`} y={BARS + 12} payload={{ value: atMs }} />
          ))}
          <svg
            aria-hidden
            width="100%"
            height={BARS}
            viewBox={`0 0 ${bars.length} ${BARS}`}
            preserveAspectRatio="none"
          >
            <Stacks bars={bars} placeOf={(_, index) => [index, index + 1]} heightOf={heightOf} corner={0} />
          </svg>
        </g>
      </svg>
    </div>
  );
}
