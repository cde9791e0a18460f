import type { ReactNode } from "react";
import { cn } from "../../ui/display/cn";
import { Skeleton } from "../../ui/display/skeleton";

export interface Stat {
  label: ReactNode;
  /** A `Naira` of size `stat`, a count or a word. Undefined while loading. */
  figure?: ReactNode;
  /** Text below the figure. */
  note?: ReactNode;
}

/** Width classes of a figure when they wrap, by the number of figures. */
const WRAP_CLASSES: Record<number, string> = {
  3: "@max-[480px]/strip:basis-2/5",
  4: "@max-[700px]/strip:basis-2/5",
  5: "@max-[860px]/strip:basis-[30%] @max-[480px]/strip:basis-2/5",
};

/**
 * Related figures in one card, separated by hairlines. Figures are never truncated; they wrap to the next
 * line.
 */
export function StatRow({
  label,
  stats,
  className,
}: {
  label: string;
  stats: readonly Stat[];
  className?: string;
}) {
  return (
    <section
      aria-label={label}
      className={cn(
        "@container/strip overflow-clip rounded-card border border-edge bg-surface max-md:rounded-phone",
        className,
      )}
    >
      <dl className="-mt-px -ml-px flex flex-wrap">
        {stats.map(({ label: name, figure, note }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the figures have a fixed order
            key={index}
            className={cn(
              "flex-1 border-edge border-t border-l px-4 pt-3 pb-3.5",
              WRAP_CLASSES[stats.length],
            )}
          >
            <dt className="min-w-26 text-ink-2 text-meta">{name}</dt>
            <dd className="figures whitespace-nowrap text-stat">
              {figure ?? <Skeleton className="my-1.5 w-26" />}
            </dd>
            {note !== undefined && <dd className="contain-inline-size text-ink-3 text-meta">{note}</dd>}
            {figure === undefined && note === undefined && <Skeleton className="h-3 w-24" />}
          </div>
        ))}
      </dl>
    </section>
  );
}
