import { cn } from "../ui/display/cn";

interface MiniBarsProps {
  /** Accessible name of the chart, a sentence. */
  label: string;
  values: readonly number[];
  /** Value of a full-height bar. Charts that are compared use the same value. */
  max: number;
  /** Index of the first bar of the inactive period, which is shaded. */
  inactiveFrom?: number | undefined;
  /** Fill colour of the bars; the POS colour by default. */
  fill?: string;
  className?: string;
}

const STEP = 10;
const GAP = 2;
const HEIGHT = 100;

/** Bars without axes. The inactive period is shaded, because its empty bars would not show. */
export function MiniBars({
  label,
  values,
  max,
  inactiveFrom,
  fill = "var(--pos)",
  className,
}: MiniBarsProps) {
  const width = Math.max(1, values.length) * STEP;
  const hasInactive = inactiveFrom !== undefined && inactiveFrom < values.length;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn("block h-9 w-full", className)}
    >
      {hasInactive && (
        <rect
          x={inactiveFrom * STEP}
          width={width - inactiveFrom * STEP}
          height={HEIGHT}
          fill="var(--amber-wash)"
        />
      )}
      <path
        d={`M0 ${HEIGHT}H${width}`}
        stroke="var(--border-strong)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      {values.map((value, index) => {
        const height = max > 0 && value > 0 ? Math.max(4, (Math.min(value, max) / max) * HEIGHT) : 0;
        return height ? (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have a fixed order and no other identity
            key={index}
            x={index * STEP + GAP / 2}
            y={HEIGHT - height}
            width={STEP - GAP}
            height={height}
            fill={fill}
          />
        ) : null;
      })}
    </svg>
  );
}
