import { describeError } from "@/lib/core/errors/describe-error";
import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { log } from "@/lib/log";
import { createPollLoop } from "@/lib/poll-loop";
import { singleton } from "@/lib/process-singleton";
import { expireDue } from "./expire";
import { CHUNK_SIZE, matchNextTransactions } from "./match-transactions";

/** How often the database is searched for unmatched payments and due expiries; bounds what a lost hint delays. */
const SWEEP_MS = 1_000;
/** Delay between a recorded payment and its matching, so that payments recorded together are matched together. */
const DEBOUNCE_MS = 50;
/** Minimum interval between two runs: each costs about as much as matching a hundred payments. */
const MIN_INTERVAL_MS = 500;

interface MatcherState {
  /** The sessions that have expected payments, as of the last sweep. */
  sessions: Set<Id<"session">>;
  due: Set<Id<"session">>;
  timer: NodeJS.Timeout | undefined;
  running: Promise<void> | undefined;
  lastRunAt: number;
  isStarted: boolean;
}

const matcher = singleton(
  "expected-payments",
  (): MatcherState => ({
    sessions: new Set(),
    due: new Set(),
    timer: undefined,
    running: undefined,
    lastRunAt: Number.NEGATIVE_INFINITY,
    isStarted: false,
  }),
);

const loop = createPollLoop("matching", SWEEP_MS, sweep, "matching expected payments failed");

/** Starts matching recorded payments with expected ones, once per process. */
export function startMatching(): void {
  matcher.isStarted = true;
  loop.start();
}

/** Stops matching after the current chunk. What is unmatched then is found at the next start. */
export async function stopMatching(): Promise<void> {
  matcher.isStarted = false;
  loop.stop();
  clearTimeout(matcher.timer);
  matcher.timer = undefined;
  matcher.due.clear();
  await matcher.running;
}

/** Reports that a session has expected payments. */
export function watchSession(sessionId: Id<"session">): void {
  matcher.sessions.add(sessionId);
}

/**
 * Reports a payment that this process has recorded. It costs one lookup if the session has no expected payments; else its
 * payments are matched a moment later.
 */
export function hintRecorded(sessionId: Id<"session">): void {
  if (!matcher.isStarted || !matcher.sessions.has(sessionId)) return;
  matcher.due.add(sessionId);
  schedule();
}

function schedule(): void {
  if (matcher.timer || matcher.running) return;
  const waitMs = Math.max(DEBOUNCE_MS, matcher.lastRunAt + MIN_INTERVAL_MS - performance.now());
  matcher.timer = setTimeout(() => {
    matcher.timer = undefined;
    matcher.lastRunAt = performance.now();
    matcher.running = matchDue().finally(() => {
      matcher.running = undefined;
      if (matcher.isStarted && matcher.due.size > 0) schedule();
    });
  }, waitMs).unref();
}

async function matchDue(): Promise<void> {
  const due = [...matcher.due];
  matcher.due.clear();
  for (const sessionId of due)
    await repeat(async () => (await matchNextTransactions(sessionId)) >= CHUNK_SIZE);
}

/** Repeats the work of one session while it returns true. A failure is logged, and delays no other session. */
async function repeat(work: () => Promise<boolean>): Promise<void> {
  try {
    while (matcher.isStarted && (await work()));
  } catch (thrown) {
    log.warn({ internal: describeError(thrown) }, "matching expected payments failed; the next run retries");
  }
}

/** Finds the sessions with expected payments, matches what no hint reported, and stores expiries. */
async function sweep(): Promise<void> {
  const { sql } = systemDb();
  const sessions = await sql<{ sessionId: Id<"session">; isDue: boolean; isExpiring: boolean }[]>`
    select p.session_id, s.last_sequence > p.matched_through or exists (
      select from expected_payment_matches m join transactions t using (session_id, sequence)
      where m.session_id = p.session_id and not m.is_counted and t.status <> 'pending') as is_due,
      exists (select from expected_payments e where e.session_id = p.session_id
        and e.expires_at > p.expired_through and e.expires_at <= clock_timestamp()) as is_expiring
    from expected_payment_progress p join session_states s using (session_id)`;
  matcher.sessions = new Set(sessions.map(({ sessionId }) => sessionId));
  for (const { sessionId } of sessions.filter(({ isDue }) => isDue)) hintRecorded(sessionId);
  for (const { sessionId } of sessions.filter(({ isExpiring }) => isExpiring))
    await repeat(() => expireDue(sessionId));
}
