import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "@/lib/core/describe-error";
import { systemDbByIndex } from "@/lib/db/client";
import { log } from "@/lib/log";
import type { Attempt } from "./attempt";
import { judgeAttempt, sumUp } from "./attempt-outcome";
import type { ClaimedDelivery } from "./claim";
import { healthQueries } from "./health";
import { type Attempted, releaseLater, selectAttempted } from "./order";

/** One statement records at most so many attempts: about as many as are ever under way. */
const LARGEST_BATCH = 500;
/** The waits between tries to record, over six seconds: long enough for a database to be restarted, well within a lease. */
const RECORD_RETRY_MS = [100, 300, 1_000, 2_000, 3_000];

interface Waiting {
  delivery: ClaimedDelivery;
  attempt: Attempt;
  resolve(hasReleased: boolean): void;
  reject(reason: unknown): void;
}

const waiting: Waiting[] = [];
let isWriting = false;

/**
 * Records a try and what follows from it, for its event: delivered, due again by the schedule, or failed where the
 * schedule is used up; and for its endpoint. A try that the service itself cut short is due again at once, and an event
 * that was refused for good (410) when its endpoint is resumed. Where the lease was lost meanwhile, the try is kept but
 * the event is left to the sender that holds it now. Tries that end together are recorded by one statement. Answers
 * whether another event of its transaction waited for this one and is due now. Rejects where the database cannot be
 * reached for seconds: the lease then ends by itself.
 */
export function recordAttempt(delivery: ClaimedDelivery, attempt: Attempt): Promise<boolean> {
  return new Promise((resolve, reject) => {
    waiting.push({ delivery, attempt, resolve, reject });
    if (!isWriting) void writeWaiting();
  });
}

/** Writes until nobody waits; while one statement is on its way the next tries gather. */
async function writeWaiting(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, LARGEST_BATCH);
    try {
      const released = await release(await insist(() => write(batch)));
      for (const { delivery, resolve } of batch) resolve(released.has(delivery.id));
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown);
    }
  }
  isWriting = false;
}

async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (const waitMs of RECORD_RETRY_MS) {
    try {
      return await work();
    } catch {
      await sleep(waitMs);
    }
  }
  return work();
}

/** Never rejects: what is not released here falls due when the lease that it waits for ends. */
async function release(attempted: Attempted[]): Promise<Set<string>> {
  try {
    return new Set(await releaseLater(systemDbByIndex(), attempted));
  } catch (thrown) {
    log.warn(
      { events: attempted.length, reason: describeError(thrown) },
      "later events wait for the leases to end",
    );
    return new Set();
  }
}

function rowOf({ delivery, attempt }: Waiting) {
  const { attemptNumber, organisationId, mode } = delivery;
  const verdict = judgeAttempt(attempt, attemptNumber - delivery.uncountedAttempts);
  return {
    session_id: delivery.sessionId,
    delivery_id: delivery.id,
    number: attemptNumber,
    organisation_id: organisationId,
    mode,
    started_at: attempt.startedAt.toISOString(),
    duration_ms: attempt.durationMs,
    status: attempt.status ?? null,
    error: attempt.error ?? null,
    excerpt: attempt.excerpt?.toString("hex") ?? null,
    state: verdict.state,
    retry_ms: verdict.retryMs,
    uncounted: verdict.isCounted ? 0 : 1,
  };
}

/** Records a batch. Answers the events of `pending` whose first attempt this was. */
async function write(batch: Waiting[]): Promise<Attempted[]> {
  const rows = batch.map(rowOf);
  const tidings = sumUp(batch.map(({ delivery, attempt }) => ({ ...delivery, attempt })));
  const db = systemDbByIndex();
  return db.sql<Attempted[]>`
    with ended as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as ended (
        session_id text, delivery_id text, number int, organisation_id text, mode text, started_at timestamptz,
        duration_ms int, status int, error text, excerpt text, state text, retry_ms float8, uncounted int)
    ), kept as (
      insert into delivery_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms,
        status, error, excerpt)
      select session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms, status, error,
        decode(excerpt, 'hex')
      from ended on conflict do nothing
    ), ${healthQueries(db, tidings)}, recorded as (
      update deliveries d set
        state = ended.state,
        due_at = case ended.state when 'pending' then clock_timestamp() + ended.retry_ms * interval '1 millisecond'
          else d.due_at end,
        changed_at = clock_timestamp(),
        uncounted_attempts = uncounted_attempts + ended.uncounted,
        delivered_at = case ended.state when 'delivered' then clock_timestamp() else delivered_at end
      from ended
      where d.session_id = ended.session_id and d.id = ended.delivery_id
        and d.attempt_count = ended.number and d.state = 'pending'
      returning d.*
    )
    ${selectAttempted(db)}`;
}
