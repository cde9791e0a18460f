"use client";

import { formatAgo, type Moment } from "@/lib/core/format/format-date";
import { cn } from "../../ui/display/cn";
import { useNow } from "./clock";

/** Relative time, updated every second: `4 s ago`. The server's and the browser's first render may differ. */
export function Ago({ at, className }: { at: Moment; className?: string }) {
  const now = useNow();
  return (
    <time
      dateTime={new Date(at).toISOString()}
      suppressHydrationWarning
      className={cn("figures whitespace-nowrap", className)}
    >
      {formatAgo(at, now)}
    </time>
  );
}
