import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "@/lib/core/describe-error";
import { type Id, isId } from "@/lib/core/ids";
import { listen, systemDb } from "@/lib/db/client";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { CHUNK, indexNextTransactions } from "./index-transactions";

/** A session is catalogued this long after the first word of it: payments that come in a crowd go in together. */
const DEBOUNCE_MS = 1_000;
/** How soon the first word is heard of. */
const IDLE_LOOK_MS = 250;
/** How often sessions are looked for that nobody spoke of, or whose word was not heard. */
const SWEEP_MS = 60_000;
/**
 * The rest after a full chunk while payments come in, after a smaller one in proportion: 250 rows a second at most, of
 * however many sessions, so that recording keeps its speed.
 */
const BUSY_REST_MS = 2_000;
/** The same when none have come in for a while. */
const IDLE_REST_MS = 20;
/** How long after the last word the service counts as busy. */
const BUSY_FOR_MS = 2_000;

interface Following {
  /** Ends the rests. */
  stopping: AbortController | undefined;
  loop: Promise<void>;
  /** Sessions that something happened in. */
  spokenOf: Set<Id<"session">>;
  spokenAt: number;
  sweptAt: number;
}

const following = singleton(
  "cataloguing",
  (): Following => ({
    stopping: undefined,
    loop: Promise.resolve(),
    spokenOf: new Set(),
    spokenAt: Number.NEGATIVE_INFINITY,
    sweptAt: Number.NEGATIVE_INFINITY,
  }),
);

/** Starts following what is recorded, once a process: off recording's path, and never in its way. */
export function startIndexing(): void {
  if (following.stopping) return;
  const stopping = new AbortController();
  following.stopping = stopping;
  listen("takings", hear, () => {
    following.sweptAt = Number.NEGATIVE_INFINITY;
  });
  following.loop = follow(stopping.signal);
}

/** Stops following; the chunk under way is finished. What is not catalogued yet is found at the next start. */
export async function stopIndexing(): Promise<void> {
  following.stopping?.abort();
  following.stopping = undefined;
  await following.loop;
}

function hear(sessionId: string): void {
  following.spokenAt = performance.now();
  if (isId("session", sessionId)) following.spokenOf.add(sessionId);
}

async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await rest(following.spokenOf.size > 0 ? DEBOUNCE_MS : IDLE_LOOK_MS, signal);
    try {
      if (performance.now() - following.sweptAt >= SWEEP_MS) await sweep();
      await catchUp(signal);
    } catch (thrown) {
      following.sweptAt = Number.NEGATIVE_INFINITY;
      log.warn({ internal: describeError(thrown) }, "cataloguing must wait");
    }
  }
}

/** Catalogues what was spoken of to its end, a chunk of each session in turn, so that none waits for a long one. */
async function catchUp(signal: AbortSignal): Promise<void> {
  let due = take();
  while (due.length > 0 && !signal.aborted) {
    const behind: Id<"session">[] = [];
    for (const sessionId of due) {
      const count = await indexNextTransactions(sessionId);
      if (count >= CHUNK) behind.push(sessionId);
      const isBusy = performance.now() - following.spokenAt < BUSY_FOR_MS;
      await rest(((isBusy ? BUSY_REST_MS : IDLE_REST_MS) * count) / CHUNK, signal);
    }
    // Who has nothing left waits for the next turn with whatever is spoken of meanwhile.
    due = behind.length > 0 ? [...new Set([...behind, ...take()])] : [];
  }
}

function take(): Id<"session">[] {
  const due = [...following.spokenOf];
  following.spokenOf.clear();
  return due;
}

/** Finds the sessions that are behind. */
async function sweep(): Promise<void> {
  following.sweptAt = performance.now();
  const behind = await systemDb().sql<{ sessionId: Id<"session"> }[]>`
    select c.session_id as "sessionId" from session_counters c left join catalogues k using (session_id)
    where c.last_number > coalesce(k.up_to, 0)
    union
    select p.session_id from catalogue_pending p join transactions t using (session_id, number)
    where t.status <> 'pending'`;
  for (const { sessionId } of behind) following.spokenOf.add(sessionId);
}

const rest = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
