import { formatCount } from "@/lib/core/format/count";
import { cn } from "../ui/display/cn";

interface HourBar {
  /** Label below the bar, such as `18:00`; empty for bars without a label. */
  tick: string;
  value: number;
}

interface HourBarsProps {
  /** Accessible name of the chart, a sentence. */
  label: string;
  bars: readonly HourBar[];
  /** Index of the first bar of the inactive period, which is shaded. */
  inactiveFrom?: number | undefined;
  fillClassName?: string;
  className?: string;
}

/**
 * Returns the lowest of 1, 2, 3, 5 and 10 times a power of ten that is at least `value`, as a round axis
 * maximum.
 */
function roundAxisMax(value: number): number {
  if (value <= 1) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 3, 5, 10].find((factor) => factor * unit >= value) ?? 10;
  return step * unit;
}

/** Bars over time with an axis from zero, drawn with plain HTML elements, so that it renders on the server. */
export function HourBars(props: HourBarsProps) {
  const { label, bars, inactiveFrom, fillClassName = "bg-pos", className } = props;
  const top = roundAxisMax(Math.max(0, ...bars.map(({ value }) => value)));
  return (
    <div
      role="img"
      aria-label={label}
      className={cn("figures flex gap-2 pt-2 text-axis text-ink-3", className)}
    >
      <div className="flex h-24 min-w-7 shrink-0 flex-col justify-between text-right">
        {[top, top / 2, 0].map((tick) => (
          <span key={tick} className="-my-2">
            {Number.isInteger(tick) ? formatCount(tick) : ""}
          </span>
        ))}
      </div>
      <div className="min-w-0 flex-1 pr-4">
        <div className="relative flex h-24 items-end gap-px border-edge-strong border-b bg-[linear-gradient(to_bottom,var(--grid)_1px,transparent_1px)] bg-size-[100%_50%]">
          {bars.map(({ value }, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: bars have a fixed order and no other identity
              key={index}
              className={cn(
                "flex h-full flex-1 items-end",
                inactiveFrom !== undefined && index >= inactiveFrom && "bg-amber-wash",
              )}
            >
              <span
                className={cn("w-full rounded-t-[2px]", fillClassName)}
                style={{ height: `${(value / top) * 100}%`, minHeight: value > 0 ? 2 : 0 }}
              />
            </span>
          ))}
        </div>
        <div className="mt-1 flex h-4">
          {bars.map(({ tick }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ticks have a fixed order and no other identity
            <span key={index} className="flex w-0 flex-1 justify-center whitespace-nowrap">
              {tick}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
