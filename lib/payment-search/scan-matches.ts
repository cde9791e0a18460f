import type { Kobo } from "@/lib/core/money";
import type { TransactionStatus } from "@/lib/core/transaction";
import type { Db } from "@/lib/db/client";
import type { PaymentTotals } from "./contract";
import { publicText } from "./normalise-text";
import { matchesInRange, rangeBelow, type Search, type SequenceRange } from "./search-query";

/** Maximum matches that are counted; beyond it `is_more` is set. */
const MAX_COUNTED = 10_000;
/** Time budget of one scan. A page that ends early continues with the next request. */
const BUDGET_MS = 120;
/** The length of the first scanned sequence range, for a page and for a count. */
const FIRST_PAGE_RANGE = 400n;
const FIRST_COUNT_RANGE = 10_000n;
/** Each following range is at most four times as long, and limited by the remaining time. */
const MAX_GROWTH = 4;
const MAX_RANGE = 160_000;
const MIN_RANGE = 1_000;
/** Evenly spread index rows that are sampled to estimate how rare a text is. */
const SAMPLE_SIZE = 500;
/** A text found in more samples than this is common, so that a scan from the newest row down finds it quickly. */
const MAX_RARE_SAMPLES = SAMPLE_SIZE / 50;

/** The result of a scan. */
export interface ScanResult {
  /** The sequences of the newest matches, newest first. */
  numbers: bigint[];
  totals: PaymentTotals;
  /** The scan stopped below this sequence; null if it was complete. */
  next: bigint | null;
}

/** Zero totals. */
export const noTotals = (): PaymentTotals => ({
  successful: { count: 0, amount: 0n },
  pending: { count: 0, amount: 0n },
  failed: { count: 0, amount: 0n },
  is_more: false,
});

/** The matches of one status in a range of sequences. */
interface StatusMatches {
  status: TransactionStatus;
  count: bigint;
  amount: Kobo;
  numbers: bigint[];
}

/**
 * Finds the newest matches below a sequence, until `limit` are found (and, if `isCounting`, ten thousand are counted) or
 * the time budget is used. A rare text is looked up in the trigram index; other searches scan from the newest down.
 */
export async function scanMatches(
  db: Db,
  search: Search,
  { before, limit, isCounting }: { before: bigint; limit: number; isCounting: boolean },
): Promise<ScanResult> {
  const deadline = performance.now() + BUDGET_MS;
  const isRare = search.patterns.length > 0 && (await isRareText(db, search));
  const result: ScanResult = { numbers: [], totals: noTotals(), next: null };
  let rangeLength = isCounting ? FIRST_COUNT_RANGE : FIRST_PAGE_RANGE;
  for (let top = before; top > 1n; ) {
    const startedAt = performance.now();
    const range = isRare ? fullRangeBelow(search, top) : rangeBelow(search.indexedThrough, top, rangeLength);
    const counted = await readRange(db, search, range, limit - result.numbers.length + 1);
    addMatches(result, counted);
    const now = performance.now();
    rangeLength = nextRangeLength(
      Number(rangeLength),
      Number(top - 1n - range.after) / (now - startedAt),
      deadline - now,
    );
    top = range.after + 1n;
    const isFull = result.numbers.length > limit && (!isCounting || countAll(result) > MAX_COUNTED);
    if (top > 1n && (isFull || now > deadline)) {
      result.next = top;
      result.totals.is_more = true;
      break;
    }
  }
  if (result.numbers.length > limit) {
    result.numbers.length = limit;
    result.next = result.numbers.at(-1) ?? null;
  }
  return result;
}

/** The length of the next range, from the last one's length, the measured speed and the remaining time. */
function nextRangeLength(last: number, perMs: number, leftMs: number): bigint {
  const most = Math.min(last * MAX_GROWTH, MAX_RANGE);
  return BigInt(Math.floor(Math.max(Math.min(most, perMs * leftMs), MIN_RANGE)));
}

const countAll = ({ totals: { successful, pending, failed } }: ScanResult) =>
  successful.count + pending.count + failed.count;

function fullRangeBelow({ indexedThrough }: Search, before: bigint): SequenceRange {
  return { before, after: before > indexedThrough + 1n ? indexedThrough : 0n, isRare: true };
}

/** Whether a text is rare, estimated from a sample. */
async function isRareText(
  db: Db,
  { sessionId, indexedThrough, patterns, hidesAccounts }: Search,
): Promise<boolean> {
  const { sql } = db;
  if (indexedThrough < FIRST_COUNT_RANGE) return false;
  const step = indexedThrough / BigInt(SAMPLE_SIZE);
  const text = hidesAccounts ? publicText(db, sql`text`) : sql`text`;
  const all = patterns.reduce((some, pattern) => sql`${some} and ${text} like ${pattern}`, sql`true`);
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as count from transaction_search
    where session_id = ${sessionId} and sequence = any(array(select generate_series(${step}::bigint, ${indexedThrough}::bigint, ${step}::bigint)))
      and ${all}`;
  return (found?.count ?? 0) <= MAX_RARE_SAMPLES;
}

function readRange(db: Db, search: Search, range: SequenceRange, limit: number): Promise<StatusMatches[]> {
  return db.sql<StatusMatches[]>`
    with found as materialized (select t.sequence, t.status, t.amount from ${matchesInRange(db, search, range)})
    select status, count(*) as count, sum(amount)::bigint as amount,
      (array_agg(sequence order by sequence desc))[1:${limit}::int] as numbers
    from found group by status`;
}

function addMatches({ numbers, totals }: ScanResult, found: StatusMatches[]): void {
  for (const { status, count, amount } of found) {
    totals[status].count += Number(count);
    totals[status].amount += amount;
  }
  const lower = found.flatMap((matches) => matches.numbers);
  numbers.push(...lower.sort((a, b) => (a < b ? 1 : -1)));
}
