import { averageOf } from "@/lib/core/kobo";
import { readMoney } from "@/lib/core/naira";
import { isInactive } from "../event-live/inactive-terminals";
import type { Terminal, Terminals } from "./wire";

/** How a terminal stands. Of a closed event none is taking or silent: it has taken something (`done`) or it has not. */
export type Standing = "taking" | "silent" | "done" | "unheard";

/** How a terminal of an event stands at a moment. */
export function standingOf(terminal: Terminal, status: Terminals["status"], now: Date): Standing {
  if (!terminal.last_payment_at) return "unheard";
  if (status === "closed") return "done";
  return isInactive(terminal, now.getTime()) ? "silent" : "taking";
}

export const SORTS = {
  terminal: "Terminal",
  taken: "Taken",
  count: "Payments",
  last: "Last payment",
} as const;
export type SortBy = keyof typeof SORTS;

const lastOf = ({ last_payment_at }: Terminal) => (last_payment_at ? Date.parse(last_payment_at) : 0);

/** Who has taken most comes first. */
export const byTaken = (one: Terminal, other: Terminal) =>
  Number(readMoney(other.taken) - readMoney(one.taken));

/** Which of two comes first; terminals come in the order of their numbers already, and ties keep it. */
const ORDERS: Record<SortBy, (one: Terminal, other: Terminal) => number> = {
  terminal: () => 0,
  taken: byTaken,
  count: (one, other) => other.count - one.count,
  last: (one, other) => lastOf(other) - lastOf(one),
};

interface Wanted {
  q: string;
  state: Standing | undefined;
  sort: SortBy;
}

/** The terminals that are asked for, in the order that is asked for. */
export function chosenOf(
  { terminals, status }: Pick<Terminals, "terminals" | "status">,
  { q, state, sort }: Wanted,
  now: Date,
): Terminal[] {
  const sought = q.trim().toLowerCase();
  return terminals
    .filter(({ label, place, operator, terminal_id, devices }) =>
      [label, place, operator?.name, terminal_id, ...devices].some((text) =>
        text?.toLowerCase().includes(sought),
      ),
    )
    .filter((terminal) => !state || standingOf(terminal, status, now) === state)
    .sort(ORDERS[sort]);
}

const sum = <T>(rows: readonly T[], amountOf: (row: T) => number) =>
  rows.reduce((total, row) => total + amountOf(row), 0);

/** Five bars of two minutes. */
const JUST_NOW_BARS = 5;
const countJustNow = ({ recent }: Terminal) => sum(recent.slice(-JUST_NOW_BARS), (count) => count);
/** An amount by its kobo a payment, for comparing: averages differ by less than a float can tell apart only in theory. */
const sizeOfAverage = ({ average }: Terminal) => (average ? Number(readMoney(average)) : -1);

/** The one that is most of something, if any is at all. */
function mostOf(
  terminals: readonly Terminal[],
  sizeOf: (terminal: Terminal) => number,
): Terminal | undefined {
  const best = [...terminals].sort((one, other) => sizeOf(other) - sizeOf(one))[0];
  return best && sizeOf(best) > 0 ? best : undefined;
}

/** What all terminals come to together. */
export function sumsOf({ terminals, event_taken }: Pick<Terminals, "terminals" | "event_taken">) {
  const taken = terminals.reduce((total, terminal) => total + readMoney(terminal.taken), 0n);
  const count = sum(terminals, (terminal) => terminal.count);
  const busiest = mostOf(terminals, countJustNow);
  return {
    taken,
    count,
    eventTaken: readMoney(event_taken),
    average: averageOf(taken, count),
    dearest: mostOf(terminals, sizeOfAverage),
    failed: sum(terminals, (terminal) => terminal.failed_count),
    attempts: sum(
      terminals,
      ({ count: successful, pending_count, failed_count }) => successful + pending_count + failed_count,
    ),
    busiest: busiest && { ...busiest, justNow: countJustNow(busiest) },
  };
}

const TEN_MINUTES_MS = 600_000;

/** How many terminals took something within the last ten minutes. */
export const takingNow = (terminals: readonly Terminal[], now: Date) =>
  terminals.filter((terminal) => now.getTime() - lastOf(terminal) <= TEN_MINUTES_MS).length;

/** The highest bar of all, for the scale that they share. */
export const highestBar = (terminals: readonly Terminal[]) =>
  Math.max(1, ...terminals.flatMap(({ recent }) => recent));
