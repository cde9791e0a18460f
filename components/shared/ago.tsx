"use client";

import { formatAgo, type Moment } from "@/lib/core/format-date";
import { cn } from "../ui/cn";
import { useNow } from "./clock";

/** How long ago, ticking: `4 s ago`. The server's second may be another than the browser's first. */
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
