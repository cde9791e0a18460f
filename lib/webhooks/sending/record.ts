import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "@/lib/core/errors/describe-error";
import { systemDbByIndex } from "@/lib/db/client";
import { log } from "@/lib/log";
import type { Attempt } from "../attempts/attempt";
import { summariseByEndpoint, toAttemptOutcome } from "../attempts/attempt-outcome";
import { healthQueries } from "../health";
import type { ClaimedDelivery } from "./claim";
import { type FirstAttempted, releaseWaitingEvents, selectAttempted } from "./order";

/** The most attempts that one statement records: about the most that can be in flight. */
const MAX_BATCH = 500;
/** The waits between attempts to record, six seconds in all: enough for a database restart, well within a lease. */
const RECORD_RETRY_MS = [100, 300, 1_000, 2_000, 3_000];

interface PendingResult {
  delivery: ClaimedDelivery;
  attempt: Attempt;
  resolve(hasReleased: boolean): void;
  reject(reason: unknown): void;
}

const queue: PendingResult[] = [];
let isWriting = false;

/**
 * Records an attempt and its outcome: the event is delivered, due again by the schedule, or failed when the schedule is
 * used up; the endpoint's health is updated. After an attempt that the service aborted the event is due again at once;
 * after a 410 it is due when its endpoint is resumed. If the lease was lost meanwhile, the attempt is saved but the event
 * is not changed. Attempts that end together are recorded by one statement. Returns whether another event of its
 * transaction waited for this one and is due now. Rejects if the database is unreachable for six seconds; the lease then
 * expires.
 */
export function recordAttempt(delivery: ClaimedDelivery, attempt: Attempt): Promise<boolean> {
  return new Promise((resolve, reject) => {
    queue.push({ delivery, attempt, resolve, reject });
    if (!isWriting) void drainQueue();
  });
}

/** Writes batches until the queue is empty; attempts that end during one statement form the next batch. */
async function drainQueue(): Promise<void> {
  isWriting = true;
  while (queue.length > 0) {
    const batch = queue.splice(0, MAX_BATCH);
    try {
      const released = await release(await retryOnError(() => write(batch)));
      for (const { delivery, resolve } of batch) resolve(released.has(delivery.id));
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown);
    }
  }
  isWriting = false;
}

async function retryOnError<T>(work: () => Promise<T>): Promise<T> {
  for (const waitMs of RECORD_RETRY_MS) {
    try {
      return await work();
    } catch {
      await sleep(waitMs);
    }
  }
  return work();
}

/** Never rejects: an event that is not released here is due when the lease that it waits for expires. */
async function release(attempted: FirstAttempted[]): Promise<Set<string>> {
  try {
    return new Set(await releaseWaitingEvents(systemDbByIndex(), attempted));
  } catch (thrown) {
    log.warn(
      { events: attempted.length, reason: describeError(thrown) },
      "waiting events could not be released; they are due when the leases expire",
    );
    return new Set();
  }
}

function toRow({ delivery, attempt }: PendingResult) {
  const { attemptNumber, organisationId, mode } = delivery;
  const outcome = toAttemptOutcome(attempt, attemptNumber - delivery.uncountedAttempts);
  return {
    session_id: delivery.sessionId,
    delivery_id: delivery.id,
    number: attemptNumber,
    organisation_id: organisationId,
    mode,
    webhook_endpoint_id: delivery.endpointId,
    started_at: attempt.startedAt.toISOString(),
    duration_ms: attempt.durationMs,
    status: attempt.status ?? null,
    error: attempt.error ?? null,
    excerpt: attempt.excerpt?.toString("hex") ?? null,
    state: outcome.state,
    retry_ms: outcome.retryMs,
    uncounted: outcome.isCounted ? 0 : 1,
  };
}

/** Records a batch. Returns the events of `pending` whose first attempt this was. */
async function write(batch: PendingResult[]): Promise<FirstAttempted[]> {
  const rows = batch.map(toRow);
  const endpointResults = summariseByEndpoint(
    batch.map(({ delivery, attempt }) => ({ ...delivery, attempt })),
  );
  const db = systemDbByIndex();
  return db.sql<FirstAttempted[]>`
    with ended as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as ended (
        session_id text, delivery_id text, number int, organisation_id text, mode text, webhook_endpoint_id text, started_at timestamptz,
        duration_ms int, status int, error text, excerpt text, state text, retry_ms float8, uncounted int)
    ), kept as (
      insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, webhook_endpoint_id, started_at,
        duration_ms, status, error, excerpt)
      select session_id, delivery_id, number, organisation_id, mode, webhook_endpoint_id, started_at, duration_ms, status, error,
        decode(excerpt, 'hex')
      from ended on conflict do nothing
    ), ${healthQueries(db, endpointResults)}, recorded as (
      update webhook_deliveries d set
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
