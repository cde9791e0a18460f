import type { ReactNode } from "react";
import { cn } from "./cn";

export interface TimelineEntry {
  key: string;
  title: ReactNode;
  /** When, mostly an `Instant`. */
  at?: ReactNode;
  detail?: ReactNode;
  tone?: "good" | "amber" | "red" | "quiet";
}

const DOTS = { good: "bg-brand-solid", amber: "bg-amber-dot", red: "bg-red-solid", quiet: "bg-control" };

/** What happened, one after the other. */
export function Timeline({ entries, className }: { entries: readonly TimelineEntry[]; className?: string }) {
  return (
    <ol className={cn("flex flex-col", className)}>
      {entries.map(({ key, title, at, detail, tone = "quiet" }, index) => (
        <li key={key} className="relative flex gap-3 pb-4 last:pb-0">
          {index < entries.length - 1 && (
            <span aria-hidden className="absolute top-3.5 bottom-[-4px] left-[3.5px] w-px bg-edge-strong" />
          )}
          <span aria-hidden className={cn("mt-[5px] size-2 shrink-0 rounded-full", DOTS[tone])} />
          <div className="min-w-0 flex-1">
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 font-medium">{title}</span>
              {at && <span className="figures shrink-0 text-ink-3 text-meta">{at}</span>}
            </div>
            {detail && <div className="mt-0.5 text-ink-3 text-meta">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
