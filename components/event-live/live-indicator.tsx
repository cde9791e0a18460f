"use client";

import { useEffect, useRef, useState } from "react";
import { cn } from "../ui/cn";
import type { LiveState } from "./live-store";

const LOOKS: Record<LiveState, { word: string; dot: string; ink: string }> = {
  connecting: { word: "Connecting", dot: "bg-ink-3", ink: "text-ink-2" },
  live: { word: "Live", dot: "bg-brand-solid", ink: "text-ink" },
  reconnecting: { word: "Reconnecting", dot: "bg-amber-dot", ink: "text-amber" },
  stale: { word: "Not live", dot: "bg-red-solid", ink: "text-red" },
  closed: { word: "Closed", dot: "bg-ink-3", ink: "text-ink-2" },
};

/** A ring says that something came in; more than one a second would say nothing more. */
const RING_EVERY_MS = 1_000;

/** Grows with the count, at most once a second. */
function useRing(count: number): number {
  const [rings, setRings] = useState(0);
  const last = useRef({ count, atMs: 0 });
  useEffect(() => {
    const now = Date.now();
    if (count > last.current.count && now - last.current.atMs >= RING_EVERY_MS) {
      last.current.atMs = now;
      setRings((held) => held + 1);
    }
    last.current.count = count;
  }, [count]);
  return rings;
}

interface LiveIndicatorProps {
  state: LiveState;
  /** How many payments there are: each new one rings. */
  count: number;
  className?: string;
}

/** Whether the screen is live, by dot and word. */
export function LiveIndicator({ state, count, className }: LiveIndicatorProps) {
  const { word, dot, ink } = LOOKS[state];
  const rings = useRing(count);
  return (
    <span className={cn("inline-flex items-center gap-2 whitespace-nowrap font-semibold", ink, className)}>
      <span aria-hidden className="relative grid size-3.5 place-items-center">
        {state === "live" && <span className="absolute inset-0 rounded-full bg-brand-line" />}
        {state === "live" && rings > 0 && (
          <span key={rings} className="absolute inset-0 animate-ring rounded-full" />
        )}
        <span className={cn("relative size-2 rounded-full", dot)} />
      </span>
      {word}
    </span>
  );
}
