"use client";

import { useEffect } from "react";
import { formatCountWithNoun } from "@/lib/core/format/count";
import { formatDay, formatMinute } from "@/lib/core/format/format-date";
import { formatNaira } from "@/lib/core/format/naira";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { OFFLINE_TOTALS_KEY } from "@/lib/core/paths";

/** An event's totals, and when they were true (ISO 8601). */
export interface EventTotals {
  sessionId: string;
  name: string;
  taken: string;
  count: number;
  at: string;
}

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

function store(events: readonly EventTotals[]): void {
  const fresh = events.map(toStored);
  if (fresh.length === 0) return;
  try {
    const rest = readStored().filter(({ id }) => fresh.every((one) => one.id !== id));
    localStorage.setItem(OFFLINE_TOTALS_KEY, JSON.stringify([...fresh, ...rest].slice(0, MAX_EVENTS)));
  } catch {}
}

/** Stores the totals that are on screen for the page without a connection. A browser that stores nothing is no error. */
export function useLastTotals(events: readonly EventTotals[]): void {
  const shown = JSON.stringify(events);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies the totals
  useEffect(() => store(events), [shown]);
}

/** Erases the stored totals: at sign-out, and when another organisation is opened. */
export function eraseLastTotals(): void {
  try {
    localStorage.removeItem(OFFLINE_TOTALS_KEY);
  } catch {}
}
