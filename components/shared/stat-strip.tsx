import type { ReactNode } from "react";
import { cn } from "../ui/cn";
import { Skeleton } from "../ui/skeleton";

export interface Stat {
  label: ReactNode;
  /** A `Naira` of the size `stat`, a count or a word. Absent while it is on its way. */
  figure?: ReactNode;
  /** The line below. */
  note?: ReactNode;
}

/** Related figures in one card, parted by hairlines. Two a line on a phone. */
export function StatStrip({
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
        "overflow-clip rounded-card border border-edge bg-surface max-md:rounded-phone",
        className,
      )}
    >
      <dl className="-mt-px -ml-px grid grid-cols-2 md:flex">
        {stats.map(({ label: name, figure, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the figures of a strip never change places
          <div key={index} className="min-w-0 border-edge border-t border-l px-4 pt-3 pb-3.5 md:flex-1">
            <dt className="text-ink-2 text-meta">{name}</dt>
            <dd className="figures truncate text-stat">{figure ?? <Skeleton className="my-1.5 w-32" />}</dd>
            {note !== undefined && <dd className="truncate text-ink-3 text-meta">{note}</dd>}
            {figure === undefined && note === undefined && <Skeleton className="h-3 w-24" />}
          </div>
        ))}
      </dl>
    </section>
  );
}
