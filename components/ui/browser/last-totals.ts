"use client";

import { useEffect } from "react";
import { OFFLINE_TOTALS_KEY } from "@/lib/core/paths";
import { offsetAt } from "@/lib/core/zone/zone";

/** An event's totals, and when they were true (ISO 8601). No payers and no account numbers. They are stored with the page's offset. */
export interface EventTotals {
  sessionId: string;
  name: string;
  taken: string;
  count: number;
  at: string;
}

/** Events that are kept, the last seen first. */
const MAX_EVENTS = 12;

/** Stores the totals that are on screen for the page without a connection. A browser that stores nothing is no error. */
export function useLastTotals(events: readonly EventTotals[]): void {
  const shown = JSON.stringify(events.map((one) => ({ ...one, offsetMs: offsetAt(Date.parse(one.at)) })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies the totals
  useEffect(() => {
    if (events.length === 0) return;
    try {
      const stored: EventTotals[] = JSON.parse(localStorage.getItem(OFFLINE_TOTALS_KEY) ?? "[]");
      const rest = stored.filter(({ sessionId }) => events.every((one) => one.sessionId !== sessionId));
      localStorage.setItem(
        OFFLINE_TOTALS_KEY,
        JSON.stringify([...JSON.parse(shown), ...rest].slice(0, MAX_EVENTS)),
      );
    } catch {}
  }, [shown]);
}
