import { cn } from "../ui/display/cn";

interface SplitPart {
  key: string;
  /** Used in the accessible name: "bank transfer 59%". */
  label: string;
  value: number | bigint;
  className: string;
}

interface SplitBarProps {
  /** Name of the total: "Total taken". */
  label: string;
  parts: readonly SplitPart[];
  className?: string;
}

/** Returns each part's width in ten-thousandths of the sum, which is finer than a screen pixel. */
function widthsOf(parts: readonly SplitPart[]): number[] {
  const values = parts.map(({ value }) => BigInt(value));
  const sumOfParts = values.reduce((sum, value) => sum + value, 0n);
  return values.map((value) => (sumOfParts === 0n ? 0 : Number((value * 10_000n) / sumOfParts)));
}

/** A bar that shows how a total is split, with a gap between the parts. */
export function SplitBar({ label, parts, className }: SplitBarProps) {
  const widths = widthsOf(parts);
  const descriptions = parts.map((part, index) => `${part.label} ${Math.round((widths[index] ?? 0) / 100)}%`);
  return (
    <div
      role="img"
      aria-label={`${label}: ${descriptions.join(", ")}`}
      className={cn("flex h-2 gap-0.5 overflow-hidden rounded-full bg-muted", className)}
    >
      {parts.map((part, index) =>
        widths[index] ? (
          <span
            key={part.key}
            className={cn("min-w-1 first:rounded-l-full last:rounded-r-full", part.className)}
            style={{ flexGrow: widths[index], flexBasis: 0 }}
          />
        ) : null,
      )}
    </div>
  );
}

/** One bar of a ranking; `share` is its length relative to the longest bar, 0 to 1. */
export function RankBar({ share, className }: { share: number; className?: string }) {
  return (
    <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-muted">
      <span
        className={cn("block h-full rounded-full bg-pos", className)}
        style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }}
      />
    </span>
  );
}
