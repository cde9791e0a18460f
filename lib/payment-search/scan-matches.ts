import type { Kobo } from "@/lib/core/money";
import type { Db } from "@/lib/db/client";
import type { TransactionStatus } from "@/lib/db/schema";
import type { PaymentTotals } from "./contract";
import { openText } from "./normalise-text";
import { foundIn, type Search, type Window, windowBelow } from "./search-query";

/** Matches that are counted; beyond, a list says that there are more. */
const MAX_COUNTED = 10_000;
/** What one look may cost. A list that ends early goes on from there when it is asked to. */
const BUDGET_MS = 120;
/** The first stretch of numbers that is looked through, for a page or for a count. */
const PAGE_STRETCH = 400n;
const FIRST_STRETCH = 10_000n;
/** Each that follows is four times as long at most, and no longer than the time that is left is worth. */
const GROWTH = 4;
const LONGEST_STRETCH = 160_000;
const SHORTEST_STRETCH = 1_000;
/** Entries that are looked at, evenly spread, to learn how rare a text is. */
const SAMPLE = 500;
/** A text found in more of them than this is found soon by looking through entries from the newest down. */
const RARE = SAMPLE / 50;

/** What a look has found. */
export interface ScanResult {
  /** Of the newest matches, newest first. */
  numbers: bigint[];
  totals: PaymentTotals;
  /** Everything below this was not looked at; nothing where all was. */
  next: bigint | null;
}

/** Totals of nothing: what counting begins with. */
export const noTotals = (): PaymentTotals => ({
  successful: { count: 0, amount: 0n },
  pending: { count: 0, amount: 0n },
  failed: { count: 0, amount: 0n },
  is_more: false,
});

interface Volume {
  status: TransactionStatus;
  count: bigint;
  amount: Kobo;
  numbers: bigint[];
}

/**
 * Looks for the newest matches below a number until `limit` are found and, where all are to be counted, ten thousand,
 * or until its time is up. A rare text is looked up in the index of entries, all else from the newest number down.
 */
export async function scanMatches(
  db: Db,
  search: Search,
  { before, limit, isCounting }: { before: bigint; limit: number; isCounting: boolean },
): Promise<ScanResult> {
  const deadline = performance.now() + BUDGET_MS;
  const isRare = search.patterns.length > 0 && (await findsFew(db, search));
  const gathered: ScanResult = { numbers: [], totals: noTotals(), next: null };
  let stretch = isCounting ? FIRST_STRETCH : PAGE_STRETCH;
  for (let top = before; top > 1n; ) {
    const startedAt = performance.now();
    const window = isRare ? wholeBelow(search, top) : windowBelow(search.upTo, top, stretch);
    const counted = await readWindow(db, search, window, limit - gathered.numbers.length + 1);
    add(gathered, counted);
    const now = performance.now();
    stretch = nextStretch(
      Number(stretch),
      Number(top - 1n - window.after) / (now - startedAt),
      deadline - now,
    );
    top = window.after + 1n;
    const isFull = gathered.numbers.length > limit && (!isCounting || countAll(gathered) > MAX_COUNTED);
    if (top > 1n && (isFull || now > deadline)) {
      gathered.next = top;
      gathered.totals.is_more = true;
      break;
    }
  }
  if (gathered.numbers.length > limit) {
    gathered.numbers.length = limit;
    gathered.next = gathered.numbers.at(-1) ?? null;
  }
  return gathered;
}

/** How many numbers come after a stretch that went by at so many a millisecond, with so much time left. */
function nextStretch(last: number, perMs: number, leftMs: number): bigint {
  const most = Math.min(last * GROWTH, LONGEST_STRETCH);
  return BigInt(Math.floor(Math.max(Math.min(most, perMs * leftMs), SHORTEST_STRETCH)));
}

const countAll = ({ totals: { successful, pending, failed } }: ScanResult) =>
  successful.count + pending.count + failed.count;

function wholeBelow({ upTo }: Search, before: bigint): Window {
  return { before, after: before > upTo + 1n ? upTo : 0n, isRare: true };
}

/** Whether a text is in few entries, judged by some of them. */
async function findsFew(db: Db, { sessionId, upTo, patterns, hidesAccounts }: Search): Promise<boolean> {
  const { sql } = db;
  if (upTo < FIRST_STRETCH) return false;
  const step = upTo / BigInt(SAMPLE);
  const text = hidesAccounts ? openText(db, sql`text`) : sql`text`;
  const all = patterns.reduce((some, pattern) => sql`${some} and ${text} like ${pattern}`, sql`true`);
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as count from catalogue_entries
    where session_id = ${sessionId} and number = any(array(select generate_series(${step}::bigint, ${upTo}::bigint, ${step}::bigint)))
      and ${all}`;
  return (found?.count ?? 0) <= RARE;
}

function readWindow(db: Db, search: Search, window: Window, limit: number): Promise<Volume[]> {
  return db.sql<Volume[]>`
    with found as materialized (select t.number, t.status, t.amount from ${foundIn(db, search, window)})
    select status, count(*) as count, sum(amount)::bigint as amount,
      (array_agg(number order by number desc))[1:${limit}::int] as numbers
    from found group by status`;
}

function add({ numbers, totals }: ScanResult, volumes: Volume[]): void {
  for (const { status, count, amount } of volumes) {
    totals[status].count += Number(count);
    totals[status].amount += amount;
  }
  const lower = volumes.flatMap((volume) => volume.numbers);
  numbers.push(...lower.sort((a, b) => (a < b ? 1 : -1)));
}
