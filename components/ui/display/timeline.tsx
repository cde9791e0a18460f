import type { ReactNode } from "react";
import type { IconType } from "@/components/ui/icons/icons";
import { cn } from "./cn";

export interface TimelineEntry {
  key: string;
  icon: IconType;
  title: ReactNode;
  /** Time of the entry, mostly an `Instant`. */
  at?: ReactNode;
  detail?: ReactNode;
  tone?: "good" | "amber" | "red" | "quiet";
}

const TONES = {
  good: "bg-brand-wash text-brand",
  amber: "bg-amber-wash text-amber",
  red: "bg-red-wash text-red",
  quiet: "bg-muted text-ink-2",
};

/** A list of events in order. */
export function Timeline({ entries, className }: { entries: readonly TimelineEntry[]; className?: string }) {
  return (
    <ol className={cn("flex flex-col", className)}>
      {entries.map(({ key, icon: Icon, title, at, detail, tone = "quiet" }, index) => (
        <li key={key} className="relative flex gap-3 pb-4 last:pb-0">
          {index < entries.length - 1 && (
            <span aria-hidden className="absolute top-6 bottom-0.5 left-2.5 w-0.5 rounded-full bg-edge" />
          )}
          <span
            aria-hidden
            className={cn("-mt-0.5 grid size-5.5 shrink-0 place-items-center rounded-full", TONES[tone])}
          >
            <Icon strokeWidth={2} className="size-3" />
          </span>
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
