import { cn } from "../ui/display/cn";

interface DayBarItem {
  key: string;
  /** Label below the bar; empty for bars without a label. */
  tick: string;
  /** Label above the bar; shown for the highest bar only. */
  label: string;
  /** Height as a share of the axis maximum, 0 to 1. */
  share: number;
  isShaded: boolean;
}

interface DayBarsProps {
  bars: readonly DayBarItem[];
  /** Axis labels from the maximum down to zero. */
  ticks: readonly string[];
}

/**
 * Bars by day over an axis from zero, drawn with plain HTML elements, so that it renders on the server.
 * `ChartFrame` supplies the accessible description.
 */
export function DayBars({ bars, ticks }: DayBarsProps) {
  return (
    <div className="figures flex h-full gap-3 text-axis text-ink-3">
      <div className="flex flex-col justify-between pb-6 text-right">
        {ticks.map((tick) => (
          <span key={tick} className="-my-2">
            {tick}
          </span>
        ))}
      </div>
      <div className="flex min-w-0 flex-1 flex-col pr-4">
        <div
          className="relative flex flex-1 items-end border-edge-strong border-b bg-[linear-gradient(to_bottom,var(--grid)_1px,transparent_1px)]"
          style={{ backgroundSize: `100% ${100 / (ticks.length - 1)}%` }}
        >
          <Bars bars={bars} />
        </div>
        <div className="mt-1.5 flex h-4">
          {bars.map(({ key, tick }) => (
            <span key={key} className="flex w-0 flex-1 justify-center whitespace-nowrap">
              {tick}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

function Bars({ bars }: { bars: readonly DayBarItem[] }) {
  const highest = Math.max(...bars.map(({ share }) => share));
  return bars.map(({ key, share, label, isShaded }) => (
    <span key={key} className={cn("flex h-full flex-1 items-end justify-center", isShaded && "bg-subtle")}>
      <span
        className="relative w-1/2 max-w-7 rounded-t-[3px] bg-transfer"
        style={{ height: `${share * 100}%`, minHeight: share > 0 ? 2 : 0 }}
      >
        {share > 0 && share === highest && (
          <span className="absolute -top-5 left-1/2 -translate-x-1/2 font-medium text-ink">{label}</span>
        )}
      </span>
    </span>
  ));
}
