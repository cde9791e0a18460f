import { formatCountWithNoun } from "@/lib/core/format/count";
import { formatDay, formatMinute } from "@/lib/core/format/format-date";
import { formatNaira } from "@/lib/core/format/naira";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { OFFLINE_TOTALS_KEY } from "@/lib/core/paths";
import type { EventTotals } from "./last-totals";

/** A stored line of the page without a connection: texts alone, ready to show. No payers and no account numbers. */
interface StoredTotals {
  id: string;
  name: string;
  taken: string;
  note: string;
}

/** Events that are kept, the last seen first. */
const MAX_EVENTS = 12;

function readStored(): StoredTotals[] {
  const stored: unknown = JSON.parse(localStorage.getItem(OFFLINE_TOTALS_KEY) ?? "[]");
  return Array.isArray(stored) ? stored : [];
}

function toStored({ sessionId, name, taken, count, at }: EventTotals): StoredTotals {
  return {
    id: sessionId,
    name: stripInvisibleCharacters(name),
    taken: formatNaira(taken),
    note: `${formatCountWithNoun(count, "payment")}, at ${formatMinute(at)} on ${formatDay(at)}`,
  };
}

/** Stores totals as the most recent ones. A browser that stores nothing is no error. */
export function storeTotals(events: readonly EventTotals[]): void {
  const fresh = events.map(toStored);
  if (fresh.length === 0) return;
  try {
    const rest = readStored().filter(({ id }) => fresh.every((one) => one.id !== id));
    localStorage.setItem(OFFLINE_TOTALS_KEY, JSON.stringify([...fresh, ...rest].slice(0, MAX_EVENTS)));
  } catch {}
}
