import { floorToSlot } from "@/lib/core/format/format-date";
import { useLastTotals } from "../ui/browser/last-totals";
import type { LiveEvent } from "./live-provider";

const MINUTE_MS = 60_000;

interface LastTotalsProps {
  sessionId: string;
  name: string;
  live: LiveEvent;
}

/** Stores an event's totals for the page without a connection, with the minute in which they were true. Shows nothing. */
export function LastTotals({ sessionId, name, live: { figures, state, asOfMs } }: LastTotalsProps) {
  const at = new Date(floorToSlot(asOfMs, MINUTE_MS)).toISOString();
  useLastTotals(
    figures && state !== "stale"
      ? [{ sessionId, name, taken: figures.total_inflow, count: figures.successful_count, at }]
      : [],
  );
  return null;
}
