import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import type { KeyScope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";

/** The length of a window: `RATE_LIMIT_PER_MINUTE`. */
export const WINDOW_SECONDS = 60;

/** The requests of one API key in one endpoint group. The groups are those of the key's scopes: reads and writes. */
interface Quota {
  keyId: Id<"apiKey">;
  group: KeyScope;
}

/** A counted request: whether it exceeds the limit, and what is left of the window. */
export interface RequestCount {
  limit: number;
  /** Requests that the window still allows after this one. */
  remaining: number;
  /** Milliseconds until the window ends and the whole limit is available again. */
  endsInMs: number;
  isExceeded: boolean;
}

interface Waiting {
  resolve(count: RequestCount): void;
  reject(thrown: unknown): void;
}

/** What this process keeps of a quota: its requests that wait to be counted, and until when the limit is used up. */
interface Bucket {
  waiting: Waiting[];
  isCounting: boolean;
  /** In the time of `performance.now()`. */
  exceededUntil: number;
}

/** By quota; at most two for each API key of the deployment. */
const buckets = new Map<string, Bucket>();

function bucketOf({ keyId, group }: Quota): Bucket {
  const name = `${keyId} ${group}`;
  const existing = buckets.get(name);
  if (existing) return existing;
  const created = { waiting: [], isCounting: false, exceededUntil: 0 };
  buckets.set(name, created);
  return created;
}

/**
 * Counts a request against the limit of its key and endpoint group; undefined without `RATE_LIMIT_PER_MINUTE`. The count is
 * one row in the database, so that all processes share it exactly. Requests that arrive while a count is stored are counted
 * together with the next statement. Once the limit is used up, requests are refused without a statement until the window
 * ends. Throws `Failure("unavailable")`.
 */
export async function countRequest(quota: Quota): Promise<RequestCount | undefined> {
  const limit = env().rateLimitPerMinute;
  if (limit === undefined) return undefined;
  const bucket = bucketOf(quota);
  const endsInMs = bucket.exceededUntil - performance.now();
  if (endsInMs > 0) return { limit, remaining: 0, endsInMs, isExceeded: true };
  return new Promise((resolve, reject) => {
    bucket.waiting.push({ resolve, reject });
    if (!bucket.isCounting) void countWaiting(quota, bucket, limit);
  });
}

/** Returns whether the cached counts of this process show that a request would exceed the limit. */
export function isKnownToExceed(quota: Quota): boolean {
  return env().rateLimitPerMinute !== undefined && bucketOf(quota).exceededUntil > performance.now();
}

/** Counts the waiting requests until there are none; each gets its own place in the window. Never rejects. */
async function countWaiting(quota: Quota, bucket: Bucket, limit: number): Promise<void> {
  bucket.isCounting = true;
  while (bucket.waiting.length > 0) {
    const counted = bucket.waiting.splice(0);
    const startedAt = performance.now();
    try {
      const { used, endsInMs } = await addRequests(quota, counted.length);
      const before = Number(used) - counted.length;
      for (const [index, { resolve }] of counted.entries()) {
        const place = before + index + 1;
        resolve({ limit, remaining: Math.max(0, limit - place), endsInMs, isExceeded: place > limit });
      }
      if (used >= limit) bucket.exceededUntil = startedAt + endsInMs;
    } catch (thrown) {
      for (const { reject } of counted) reject(thrown);
    }
  }
  bucket.isCounting = false;
}

/** Adds requests to the window, or begins a new one if it has ended. Returns what is used, and when the window ends. */
async function addRequests({ keyId, group }: Quota, count: number) {
  const db = systemDb();
  const window = db.sql`make_interval(secs => ${WINDOW_SECONDS})`;
  // The new row's own time of writing decides for both columns: a second reading of the clock could disagree.
  const isRunning = db.sql`c.ends_at > excluded.ends_at - ${window}`;
  const [row] = await db.sql<{ used: bigint; endsInMs: number }[]>`
    insert into request_counts as c (key_id, endpoint_group, used, ends_at)
    values (${keyId}, ${group}, ${count}, clock_timestamp() + ${window})
    on conflict (key_id, endpoint_group) do update set
      used = excluded.used + case when ${isRunning} then c.used else 0 end,
      ends_at = case when ${isRunning} then c.ends_at else excluded.ends_at end
    returning used, least(extract(epoch from ends_at - clock_timestamp()), ${WINDOW_SECONDS})::float8 * 1000 as ends_in_ms`;
  return assertDefined(row, "an upsert returns its row");
}
