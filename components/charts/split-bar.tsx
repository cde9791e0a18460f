import { cn } from "../ui/cn";

export interface SplitPart {
  key: string;
  /** For the sentence: "bank transfer 59%". */
  label: string;
  value: number | bigint;
  className: string;
}

interface SplitBarProps {
  /** What is split: "Total taken". */
  label: string;
  parts: readonly SplitPart[];
  className?: string;
}

/** Widths need no kobo: ten thousandths of the whole are finer than a screen. */
function widthsOf(parts: readonly SplitPart[]): number[] {
  const values = parts.map(({ value }) => BigInt(value));
  const whole = values.reduce((sum, value) => sum + value, 0n);
  return values.map((value) => (whole === 0n ? 0 : Number((value * 10_000n) / whole)));
}

/** How a whole is split, in one bar, a gap between its parts. */
export function SplitBar({ label, parts, className }: SplitBarProps) {
  const widths = widthsOf(parts);
  const told = parts.map((part, index) => `${part.label} ${Math.round((widths[index] ?? 0) / 100)}%`);
  return (
    <div
      role="img"
      aria-label={`${label}: ${told.join(", ")}`}
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

/** One bar of a ranking: how much of the longest it has. */
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
