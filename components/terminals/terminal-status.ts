import { toKobo } from "@/lib/core/format/naira";
import { computeAverage } from "@/lib/core/kobo";
import { isInactive } from "../live-feed/inactive-terminals";
import type { TerminalJson, TerminalsJson } from "./api";
import * as texts from "./texts";

/**
 * Status of a terminal. A terminal of a closed event is neither `taking` nor `silent`: it has taken something
 * (`done`) or not (`unused`).
 */
export type TerminalStatus = "taking" | "silent" | "done" | "unused";

/** Returns the status of a terminal at a time. */
export function getTerminalStatus(
  terminal: TerminalJson,
  status: TerminalsJson["status"],
  now: Date,
): TerminalStatus {
  if (!terminal.last_payment_at) return "unused";
  if (status === "closed") return "done";
  return isInactive(terminal, now.getTime()) ? "silent" : "taking";
}

export const SORTS = {
  terminal: texts.terminal,
  taken: texts.taken,
  count: texts.payments,
  last: texts.lastPayment,
} as const;
export type SortBy = keyof typeof SORTS;

const lastPaymentMs = ({ last_payment_at }: TerminalJson) =>
  last_payment_at ? Date.parse(last_payment_at) : 0;

/** Orders terminals by takings, highest first. */
export const byTaken = (one: TerminalJson, other: TerminalJson) =>
  Number(toKobo(other.taken) - toKobo(one.taken));

/** Comparators of the sort orders. Terminals are in order of their numbers already, and the sort is stable. */
const ORDERS: Record<SortBy, (one: TerminalJson, other: TerminalJson) => number> = {
  terminal: () => 0,
  taken: byTaken,
  count: (one, other) => other.count - one.count,
  last: (one, other) => lastPaymentMs(other) - lastPaymentMs(one),
};

interface TerminalQuery {
  q: string;
  state: TerminalStatus | undefined;
  sort: SortBy;
}

/** Returns the terminals that match the search and status, sorted. */
export function selectTerminals(
  { terminals, status }: Pick<TerminalsJson, "terminals" | "status">,
  { q, state, sort }: TerminalQuery,
  now: Date,
): TerminalJson[] {
  const searchText = q.trim().toLowerCase();
  return terminals
    .filter(({ label, location, operator, terminal_id, devices }) =>
      [label, location, operator?.name, terminal_id, ...devices].some((text) =>
        text?.toLowerCase().includes(searchText),
      ),
    )
    .filter((terminal) => !state || getTerminalStatus(terminal, status, now) === state)
    .sort(ORDERS[sort]);
}

const sum = <T>(rows: readonly T[], amountOf: (row: T) => number) =>
  rows.reduce((total, row) => total + amountOf(row), 0);

/** Ten minutes: five bars of two minutes. */
const RECENT_BARS = 5;
const countRecent = ({ recent }: TerminalJson) => sum(recent.slice(-RECENT_BARS), (count) => count);
/** Returns the average in kobo for comparisons; averages are small enough to be exact as floats. */
const averageKobo = ({ average }: TerminalJson) => (average ? Number(toKobo(average)) : -1);

/** Returns the terminal with the highest value, if any is above zero. */
function findHighest(
  terminals: readonly TerminalJson[],
  getValue: (terminal: TerminalJson) => number,
): TerminalJson | undefined {
  const best = [...terminals].sort((one, other) => getValue(other) - getValue(one))[0];
  return best && getValue(best) > 0 ? best : undefined;
}

/** Computes the totals of all terminals. */
export function computeTotals({ terminals, event_taken }: Pick<TerminalsJson, "terminals" | "event_taken">) {
  const taken = terminals.reduce((total, terminal) => total + toKobo(terminal.taken), 0n);
  const count = sum(terminals, (terminal) => terminal.count);
  const busiest = findHighest(terminals, countRecent);
  return {
    taken,
    count,
    eventTaken: toKobo(event_taken),
    average: computeAverage(taken, count),
    dearest: findHighest(terminals, averageKobo),
    failed: sum(terminals, (terminal) => terminal.failed_count),
    attempts: sum(
      terminals,
      ({ count: successful, pending_count, failed_count }) => successful + pending_count + failed_count,
    ),
    busiest: busiest && { ...busiest, justNow: countRecent(busiest) },
  };
}

const TEN_MINUTES_MS = 600_000;

/** Returns the number of terminals with a payment in the last ten minutes. */
export const countTakingNow = (terminals: readonly TerminalJson[], now: Date) =>
  terminals.filter((terminal) => now.getTime() - lastPaymentMs(terminal) <= TEN_MINUTES_MS).length;

/** Returns the highest bar of all terminals, for their common scale. */
export const highestBar = (terminals: readonly TerminalJson[]) =>
  Math.max(1, ...terminals.flatMap(({ recent }) => recent));
