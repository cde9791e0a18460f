"use client";

import { useEffect } from "react";
import { OFFLINE_TOTALS_KEY } from "@/lib/core/paths";

/** An event's totals, and when they were true (ISO 8601). */
export interface EventTotals {
  sessionId: string;
  name: string;
  taken: string;
  count: number;
  at: string;
}

/** Stores the totals that are on screen for the page without a connection. The code that does it is loaded after the page. */
export function useLastTotals(events: readonly EventTotals[]): void {
  const shown = JSON.stringify(events);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies the totals
  useEffect(() => {
    import("./store-totals").then(
      ({ storeTotals }) => storeTotals(events),
      () => undefined,
    );
  }, [shown]);
}

/** Erases the stored totals: at sign-out, and when another organisation is opened. */
export function eraseLastTotals(): void {
  try {
    localStorage.removeItem(OFFLINE_TOTALS_KEY);
  } catch {}
}
