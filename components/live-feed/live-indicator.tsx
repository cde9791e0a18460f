"use client";

import { useEffect, useRef, useState } from "react";
import { cn } from "../ui/display/cn";
import type { LiveState } from "./live-store";
import * as texts from "./texts";

const LOOKS: Record<LiveState, { word: string; dot: string; ink: string }> = {
  connecting: { word: texts.connecting, dot: "bg-ink-3", ink: "text-ink-2" },
  live: { word: texts.live, dot: "bg-brand-solid", ink: "text-ink" },
  reconnecting: { word: texts.reconnecting, dot: "bg-amber-dot", ink: "text-amber" },
  stale: { word: texts.notLive, dot: "bg-red-solid", ink: "text-red" },
  closed: { word: texts.closed, dot: "bg-ink-3", ink: "text-ink-2" },
};

/** Minimum interval of the pulse that signals a new payment. */
const PULSE_EVERY_MS = 1_000;

/** Returns a counter that grows when `count` does, at most once a second. */
function usePulse(count: number): number {
  const [pulses, setPulses] = useState(0);
  const last = useRef({ count, atMs: 0 });
  useEffect(() => {
    const now = Date.now();
    if (count > last.current.count && now - last.current.atMs >= PULSE_EVERY_MS) {
      last.current.atMs = now;
      setPulses((count) => count + 1);
    }
    last.current.count = count;
  }, [count]);
  return pulses;
}

interface LiveIndicatorProps {
  state: LiveState;
  /** Number of payments; an increase triggers a pulse. */
  count: number;
  className?: string;
}

/** Shows the state of the live connection as a dot and a label. */
export function LiveIndicator({ state, count, className }: LiveIndicatorProps) {
  const { word, dot, ink } = LOOKS[state];
  const pulses = usePulse(count);
  return (
    <span className={cn("inline-flex items-center gap-2 whitespace-nowrap font-semibold", ink, className)}>
      <span aria-hidden className="relative grid size-3.5 place-items-center">
        {state === "live" && <span className="absolute inset-0 rounded-full bg-brand-line" />}
        {state === "live" && pulses > 0 && (
          <span key={pulses} className="absolute inset-0 animate-ring rounded-full" />
        )}
        <span className={cn("relative size-2 rounded-full", dot)} />
      </span>
      {word}
    </span>
  );
}
