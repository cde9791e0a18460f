import { floorToSlot } from "@/lib/core/format/format-date";
import { MINUTE_MS } from "@/lib/core/time/durations";
import { useLastTotals } from "../ui/browser/last-totals";
import type { LiveEvent } from "./live-provider";

interface LastTotalsProps {
  sessionId: string;
  name: string;
  live: LiveEvent;
}

/** Stores an event's totals for the page without a connection, with the minute in which they were true. Shows nothing. */
export function LastTotals({ sessionId, name, live: { figures, state, asOfMs } }: LastTotalsProps) {
  const toTotals = ({ total_inflow: taken, successful_count: count }: NonNullable<typeof figures>) => {
    const at = new Date(floorToSlot(asOfMs, MINUTE_MS)).toISOString();
    return { sessionId, name, taken, count, at };
  };
  useLastTotals(figures && state !== "stale" ? [toTotals(figures)] : []);
  return null;
}
