import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "@/lib/core/errors/describe-error";
import { listen } from "@/lib/db/client";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { currentTraceparent } from "@/lib/tracing";
import { type ClaimedDelivery, getNextDue } from "./claim";
import { detectClockRollback } from "./clock-rollback";
import { getFreeSlots, onSlotFree } from "./concurrency-limits";
import { startEndpointHours, stopEndpointHours } from "./endpoint-hours";
import { type ImmediateSend, NO_IMMEDIATE_SEND, type RecordedEvent, toImmediateSend } from "./immediate-send";
import { openSendBatch, releaseClaims, type SendBatch } from "./send-batch";

/** The longest sleep of the sender: events that another process left behind are found within this time. */
const POLL_MS = 5_000;
/** How often it checks for a clock that was set back. */
const CLOCK_CHECK_MS = 10_000;
/** The shortest sleep, so that an event that another sender has locked causes no busy loop. */
const MIN_SLEEP_MS = 20;
/** The waits after consecutive database errors; the last one repeats. */
const BACKOFF_MS = [250, 500, 1_000, 2_000, 5_000];
/** How long a stop waits for attempts in flight. */
const STOP_GRACE_MS = 5_000;

interface Sender {
  batch: SendBatch | undefined;
  /** Ends the wait after an error. */
  stopping: AbortController | undefined;
  loop: Promise<void>;
  /** Whether the sender was woken since the last claim began. */
  isWoken: boolean;
  wake: (() => void) | undefined;
  unsubscribe: (() => void) | undefined;
}

/** The sender of this process, shared by all copies of this module. */
const sender = singleton(
  "sender",
  (): Sender => ({
    batch: undefined,
    stopping: undefined,
    loop: Promise.resolve(),
    isWoken: false,
    wake: undefined,
    unsubscribe: undefined,
  }),
);

/**
 * Wakes the sender to look for due events. Called right after a commit. It is only a hint: the sender's timer and the job
 * route find the same rows. Does nothing if no sender was started.
 */
export function wakeSender(): void {
  sender.isWoken = true;
  sender.wake?.();
}

/** Returns which events recording may lease to this process's sender now: none if no sender was started. */
export function getImmediateSend(): ImmediateSend {
  return sender.batch ? toImmediateSend(getFreeSlots()) : NO_IMMEDIATE_SEND;
}

/**
 * Handles the event of a payment after its commit: sends it if it was leased to this process, and releases it if no sender
 * is running any more; wakes the sender if the event is due. Never throws.
 */
export function sendRecordedEvent(
  event: Pick<ClaimedDelivery, "id" | "mode" | "sessionId" | "organisationId" | "isInterim">,
  { isEventDue, leasedEvent }: RecordedEvent,
): void {
  if (isEventDue) wakeSender();
  if (!leasedEvent) return;
  const delivery = {
    ...event,
    ...leasedEvent,
    attemptNumber: 1,
    uncountedAttempts: 0,
    isProbe: false,
    traceparent: currentTraceparent() ?? null,
  };
  if (sender.batch) sender.batch.send([delivery]);
  else void releaseClaims([delivery]);
}

/** Starts the sender, which sends events as they become due until `stopSender`. A second start changes nothing. */
export function startSender(): void {
  if (sender.batch) return;
  const batch = openSendBatch(wakeSender);
  sender.batch = batch;
  sender.unsubscribe = onSlotFree(wakeSender);
  sender.stopping = new AbortController();
  sender.loop = run(batch, sender.stopping);
  startEndpointHours();
  // Commits of other processes wake it too; if a notification is lost, the timer finds their events.
  listen("takings_events", wakeSender);
}

/**
 * Stops the sender. It claims nothing more, waits up to five seconds for attempts in flight and aborts the rest, whose
 * events are then due again at once. When it resolves, every attempt is recorded, unless the database hangs. Never rejects.
 */
export async function stopSender(): Promise<void> {
  const { batch } = sender;
  if (!batch) return;
  sender.batch = undefined;
  sender.unsubscribe?.();
  sender.stopping?.abort();
  sender.wake?.();
  const timer = setTimeout(() => batch.abort(), STOP_GRACE_MS);
  // A database that hangs must not delay the stop; the leases expire.
  await Promise.race([sender.loop, sleep(2 * STOP_GRACE_MS, undefined, { ref: false })]);
  await batch.settle(2 * STOP_GRACE_MS);
  clearTimeout(timer);
  await stopEndpointHours();
}

async function run(batch: SendBatch, { signal }: AbortController): Promise<void> {
  const isRunning = () => sender.batch === batch;
  let errors = 0;
  let clockCheckedAt = Number.NEGATIVE_INFINITY;
  while (isRunning()) {
    let sleepMs = POLL_MS;
    sender.isWoken = false;
    try {
      if (performance.now() - clockCheckedAt >= CLOCK_CHECK_MS) {
        await detectClockRollback();
        clockCheckedAt = performance.now();
      }
      // If something was due, more may be; the next due time is needed only if nothing was.
      if ((await batch.sendDue()) > 0) sleepMs = MIN_SLEEP_MS;
      else if (!sender.isWoken) sleepMs = await computeSleepMs();
      errors = 0;
    } catch (thrown) {
      sleepMs = BACKOFF_MS[Math.min(errors++, BACKOFF_MS.length - 1)] ?? POLL_MS;
      const reason = describeError(thrown);
      log.error({ reason, retryInMs: sleepMs }, "the webhook sender could not claim due events");
      // A wake-up does not shorten the wait after an error, because the claim would fail again.
      if (isRunning()) await sleep(sleepMs, undefined, { signal, ref: false }).catch(() => undefined);
      continue;
    }
    if (isRunning()) await sleepUntilWoken(sleepMs);
  }
}

/** Computes the time until the next event is due. A slot that becomes free wakes the sender. */
async function computeSleepMs(): Promise<number> {
  const room = getFreeSlots();
  if (room.slots <= 0) return POLL_MS;
  const { waitMs } = await getNextDue(room);
  return Math.min(POLL_MS, Math.max(MIN_SLEEP_MS, waitMs ?? POLL_MS));
}

/** Sleeps for `sleepMs` or until it is woken; returns immediately if it was woken since the last claim began. */
function sleepUntilWoken(sleepMs: number): Promise<void> {
  if (sender.isWoken) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => sender.wake?.(), sleepMs).unref();
    // A constant first, as in `attempt.ts`: an expression assigned to a property is allocated in the old generation.
    const wake = () => {
      clearTimeout(timer);
      sender.wake = undefined;
      resolve();
    };
    sender.wake = wake;
  });
}
