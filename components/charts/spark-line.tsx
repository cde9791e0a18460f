import { useId } from "react";
import { cn } from "../ui/display/cn";

const WIDTH = 120;
const HEIGHT = 32;
const TOP = 3;

interface SparkLineProps {
  /** Accessible name of the chart, a sentence. */
  label: string;
  /** Values from first to last, each a share of the highest, 0 to 1. An empty list is drawn as a flat line. */
  shares: readonly number[];
  /** Whether the event is still taking payments; drawn in green. */
  live?: boolean;
  className?: string;
}

function pointsOf(shares: readonly number[]): [number, number][] {
  const step = shares.length > 1 ? WIDTH / (shares.length - 1) : 0;
  return shares.map((share, index) => [
    Math.round(index * step * 10) / 10,
    Math.round((HEIGHT - 2 - share * (HEIGHT - 2 - TOP)) * 10) / 10,
  ]);
}

/** A line without axes that shows the trend only. */
export function SparkLine({ label, shares, live = false, className }: SparkLineProps) {
  const fade = useId();
  const points = pointsOf(shares);
  const line = points.map(([x, y], index) => `${index ? "L" : "M"}${x} ${y}`).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn("h-8 w-[120px] overflow-visible", live ? "text-brand-solid" : "text-ink-3", className)}
    >
      {points.length < 2 ? (
        <path d={`M0 ${HEIGHT - 2}H${WIDTH}`} stroke="var(--border-strong)" fill="none" />
      ) : (
        <>
          <defs>
            <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="currentColor" stopOpacity="0.22" />
              <stop offset="1" stopColor="currentColor" stopOpacity="0" />
            </linearGradient>
          </defs>
          <path d={`${line}V${HEIGHT}H0Z`} fill={`url(#${fade})`} />
          <path
            d={line}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  );
}
