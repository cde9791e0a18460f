import { leaseHolder } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { bankPolls } from "@/lib/db/schema";
import type { PageResult } from "./record-page";

/** A range of a bank's list that is being read, and where to continue. */
export interface Reading {
  since: Date;
  until: Date;
  cursor: string | null;
}

/** The longest time that a pending payment is listed again while its bank decides; afterwards only a notification changes it. */
const MAX_PENDING_HOURS = 24;

/** Begins a reading from the watermark until now, or returns the one that was interrupted; the caller holds the lease. */
export async function beginReading(id: Id<"bankConnection">): Promise<Reading | undefined> {
  const [reading] = await systemDb().sql<Reading[]>`
    update bank_polls set reading_until = coalesce(reading_until, clock_timestamp())
    where bank_connection_id = ${id} and leased_by = ${leaseHolder()}
    returning listed_until as since, reading_until as until, cursor`;
  return reading;
}

/** Saves that a page was recorded, and where the next one is. */
export async function savePage(
  id: Id<"bankConnection">,
  { reportedCount, unreportedCount, foundCount, pendingSince }: PageResult,
  cursor: string | null,
): Promise<void> {
  await systemDb().sql`
    update bank_polls set cursor = ${cursor}, reported_count = reported_count + ${reportedCount},
      unreported_count = unreported_count + ${unreportedCount}, found_count = found_count + ${foundCount},
      last_found_at = case when ${foundCount} > 0 then clock_timestamp() else last_found_at end,
      pending_since = least(pending_since, ${pendingSince}::timestamptz)
    where bank_connection_id = ${id} and leased_by = ${leaseHolder()}`;
}

/**
 * Completes a reading: moves the watermark to its end, or to its earliest pending payment of the last 24 hours, and decides
 * whether the connection is silent, which means that its list had payments and no notification reported any of them.
 */
export async function completeReading(id: Id<"bankConnection">, intervalSeconds: number): Promise<void> {
  await systemDb().sql`
    update bank_polls set
      listed_until = case when pending_since is null then reading_until
        else least(reading_until, greatest(pending_since, reading_until - make_interval(hours => ${MAX_PENDING_HOURS}))) end,
      silent_since = case when reported_count > 0 then null
        when unreported_count > 0 then coalesce(silent_since, clock_timestamp()) else silent_since end,
      reading_until = null, cursor = null, pending_since = null, reported_count = 0, unreported_count = 0,
      failure_count = 0, last_error = null, completed_at = clock_timestamp(),
      due_at = clock_timestamp() + make_interval(secs => ${intervalSeconds})
    where bank_connection_id = ${id} and leased_by = ${leaseHolder()}`;
}

/** Postpones a reading after a failure; it continues at its page, or from its beginning if the bank refused the cursor. */
export async function postponeReading(
  id: Id<"bankConnection">,
  { reason, seconds, isRestarted }: { reason: string; seconds: number; isRestarted: boolean },
): Promise<void> {
  await systemDb().sql`
    update bank_polls set failure_count = failure_count + 1, last_error = ${reason},
      due_at = clock_timestamp() + make_interval(secs => ${seconds}),
      cursor = case when ${isRestarted} then null else cursor end
    where bank_connection_id = ${id} and leased_by = ${leaseHolder()}`;
}

/** The state of a connection's list of payments, for `takings doctor`. */
export type ListState = RowOf<
  typeof bankPolls,
  | "bankConnectionId"
  | "listedUntil"
  | "completedAt"
  | "failureCount"
  | "lastError"
  | "foundCount"
  | "silentSince"
>;

/** Reads the state of the list of each connection that has been asked. */
export function readListStates(): Promise<ListState[]> {
  return systemDb().sql<ListState[]>`
    select bank_connection_id, listed_until, completed_at, failure_count, last_error, found_count::int as found_count, silent_since
    from bank_polls order by bank_connection_id`;
}
