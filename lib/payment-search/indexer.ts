import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "@/lib/core/errors/describe-error";
import { type Id, isId } from "@/lib/core/ids";
import { listen, systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessionStates } from "@/lib/db/schema";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { CHUNK_SIZE, indexNextChunk } from "./index-transactions";

/** Delay between the first notification of a session and its indexing, so that bursts are indexed together. */
const DEBOUNCE_MS = 1_000;
/** Poll interval while no notification has arrived. */
const IDLE_POLL_MS = 250;
/** How often the database is searched for unindexed sessions, in case a notification was lost. */
const SWEEP_MS = 60_000;
/**
 * Pause after a full chunk while payments arrive (proportionally shorter after a smaller one, longer by what other processes
 * have indexed in the session): at most 250 rows per second of a session, and over all sessions in each process, so that
 * indexing does not slow down recording.
 */
const BUSY_PAUSE_MS = 2_000;
/** The same while no payments arrive. */
const IDLE_PAUSE_MS = 20;
/** The most rows, of all processes, that a pause is for: six seconds. */
const MAX_SHARED_ROWS = 3 * CHUNK_SIZE;
/** How long after the last notification the service counts as busy. */
const BUSY_FOR_MS = 2_000;

interface IndexerState {
  /** Aborts the pauses and the loop. */
  stopping: AbortController | undefined;
  loop: Promise<void>;
  /** Sessions with new notifications. */
  notifiedSessions: Set<Id<"session">>;
  lastNotifiedAt: number;
  lastSweptAt: number;
}

const indexer = singleton(
  "cataloguing",
  (): IndexerState => ({
    stopping: undefined,
    loop: Promise.resolve(),
    notifiedSessions: new Set(),
    lastNotifiedAt: Number.NEGATIVE_INFINITY,
    lastSweptAt: Number.NEGATIVE_INFINITY,
  }),
);

/** Starts the background indexing of recorded payments, once per process. */
export function startIndexing(): void {
  if (indexer.stopping) return;
  const stopping = new AbortController();
  indexer.stopping = stopping;
  listen("takings", onNotification, () => {
    indexer.lastSweptAt = Number.NEGATIVE_INFINITY;
  });
  indexer.loop = run(stopping.signal);
}

/** Stops indexing after the current chunk. Unindexed transactions are found at the next start. */
export async function stopIndexing(): Promise<void> {
  indexer.stopping?.abort();
  indexer.stopping = undefined;
  await indexer.loop;
}

function onNotification(sessionId: string): void {
  indexer.lastNotifiedAt = performance.now();
  if (isId("session", sessionId)) indexer.notifiedSessions.add(sessionId);
}

async function run(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(indexer.notifiedSessions.size > 0 ? DEBOUNCE_MS : IDLE_POLL_MS, signal);
    try {
      if (performance.now() - indexer.lastSweptAt >= SWEEP_MS) await sweep();
      await catchUp(signal);
    } catch (thrown) {
      indexer.lastSweptAt = Number.NEGATIVE_INFINITY;
      log.warn({ internal: describeError(thrown) }, "indexing payments failed; the next run retries");
    }
  }
}

/** Indexes the notified sessions completely, one chunk per session in turn, so that a long session delays no other. */
async function catchUp(signal: AbortSignal): Promise<void> {
  let due = takeNotified();
  /** The last sequence of each session that this process has indexed. */
  const ends = new Map<Id<"session">, number>();
  while (due.length > 0 && !signal.aborted) {
    const behind: Id<"session">[] = [];
    for (const sessionId of due) {
      const chunk = await indexNextChunk(sessionId);
      if (!chunk) continue;
      const { count, start } = chunk;
      if (count >= CHUNK_SIZE) behind.push(sessionId);
      const byOthers = start - (ends.get(sessionId) ?? start);
      ends.set(sessionId, start + count);
      const isBusy = performance.now() - indexer.lastNotifiedAt < BUSY_FOR_MS;
      const shared = Math.min(count + byOthers, MAX_SHARED_ROWS);
      await pause((isBusy ? BUSY_PAUSE_MS * shared : IDLE_PAUSE_MS * count) / CHUNK_SIZE, signal);
    }
    // Sessions notified meanwhile join the next round.
    due = behind.length > 0 ? [...new Set([...behind, ...takeNotified()])] : [];
  }
}

function takeNotified(): Id<"session">[] {
  const due = [...indexer.notifiedSessions];
  indexer.notifiedSessions.clear();
  return due;
}

/** Finds sessions with unindexed transactions. */
async function sweep(): Promise<void> {
  indexer.lastSweptAt = performance.now();
  const behind = await systemDb().sql<RowOf<typeof sessionStates, "sessionId">[]>`
    select c.session_id from session_states c left join search_index_progress k using (session_id)
    where c.last_sequence > coalesce(k.indexed_through, 0)
    union
    select p.session_id from unindexed_pending p join transactions t using (session_id, sequence)
    where t.status <> 'pending'`;
  for (const { sessionId } of behind) indexer.notifiedSessions.add(sessionId);
}

const pause = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
