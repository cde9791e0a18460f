import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "@/lib/core/describe-error";
import { listen } from "@/lib/db/client";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { type ClaimedDelivery, nextDue } from "./claim";
import { detectClockRollback } from "./clock-rollback";
import { slotsLeft, watchRoom } from "./concurrency-limits";
import { type ImmediateSend, immediateSendTo, NO_IMMEDIATE_SEND } from "./immediate-send";
import { giveBack, openSendBatch, type SendBatch } from "./send-batch";

/** The longest the sender sleeps: what another process left behind is found within this time. */
const POLL_MS = 5_000;
/** How often it looks for what a clock that was set back has put off. */
const FOLLOW_MS = 10_000;
/** The shortest, so that an event that others hold cannot make it spin. */
const SHORTEST_SLEEP_MS = 20;
/** The waits after errors of the database in a row; the last one repeats. */
const BACKOFF_MS = [250, 500, 1_000, 2_000, 5_000];
/** How long a stop lets tries under way finish. */
const STOP_MS = 5_000;

interface Sender {
  round: SendBatch | undefined;
  /** Ends the wait after an error. */
  stopping: AbortController | undefined;
  loop: Promise<void>;
  /** A nudge that came since the last claim began. */
  isNudged: boolean;
  wake: (() => void) | undefined;
  unwatch: (() => void) | undefined;
}

/** The one sender of this process, whichever copy of this file is asked. */
const sender = singleton(
  "sender",
  (): Sender => ({
    round: undefined,
    stopping: undefined,
    loop: Promise.resolve(),
    isNudged: false,
    wake: undefined,
    unwatch: undefined,
  }),
);

/**
 * Has the sender look for due events at once. Called right after a commit; it is a hint and nothing depends on it,
 * for the sender's timer and the job route find the same rows. Does nothing where no sender was started.
 */
export function wakeSender(): void {
  sender.isNudged = true;
  sender.wake?.();
}

/** What recording may hand over to the sender of this process now: nothing where none was started. */
export function handOverDeliveries(): ImmediateSend {
  return sender.round ? immediateSendTo(slotsLeft()) : NO_IMMEDIATE_SEND;
}

/** Has the sender send at once what recording handed over. */
export function sendAtOnce(delivery: ClaimedDelivery): void {
  if (sender.round) sender.round.send([delivery]);
  else void giveBack([delivery]);
}

/** Starts sending events as they fall due, for as long as the process lives. A second start changes nothing. */
export function startSender(): void {
  if (sender.round) return;
  const round = openSendBatch(wakeSender);
  sender.round = round;
  sender.unwatch = watchRoom(wakeSender);
  sender.stopping = new AbortController();
  sender.loop = run(round, sender.stopping);
  // The commits of other processes nudge it too; where they are not heard, the timer finds their events.
  listen("takings_events", wakeSender);
}

/**
 * Stops the sender. It claims nothing more, lets tries under way finish for up to five seconds and cuts the rest
 * short, which are then due again at once. Afterwards every try it made is recorded. Never rejects.
 */
export async function stopSender(): Promise<void> {
  const { round } = sender;
  if (!round) return;
  sender.round = undefined;
  sender.unwatch?.();
  sender.stopping?.abort();
  sender.wake?.();
  const timer = setTimeout(() => round.cutShort(), STOP_MS);
  // A database that hangs must not hold up the stop; the leases end by themselves.
  await Promise.race([sender.loop, sleep(2 * STOP_MS, undefined, { ref: false })]);
  await round.settle(2 * STOP_MS);
  clearTimeout(timer);
}

async function run(round: SendBatch, { signal }: AbortController): Promise<void> {
  const isRunning = () => sender.round === round;
  let errors = 0;
  let followedAt = Number.NEGATIVE_INFINITY;
  while (isRunning()) {
    let sleepMs = POLL_MS;
    sender.isNudged = false;
    try {
      if (performance.now() - followedAt >= FOLLOW_MS) {
        await detectClockRollback();
        followedAt = performance.now();
      }
      // Where something was due, more may be: looking ahead is for when nothing is.
      if ((await round.sendDue()) > 0) sleepMs = SHORTEST_SLEEP_MS;
      else if (!sender.isNudged) sleepMs = await restMs();
      errors = 0;
    } catch (thrown) {
      sleepMs = BACKOFF_MS[Math.min(errors++, BACKOFF_MS.length - 1)] ?? POLL_MS;
      const reason = describeError(thrown);
      log.error({ reason, retryInMs: sleepMs }, "the sender cannot reach the database");
      // What is nudged now would only fail again: a wait after an error is waited out.
      if (isRunning()) await sleep(sleepMs, undefined, { signal, ref: false }).catch(() => undefined);
      continue;
    }
    if (isRunning()) await sleepUntilWoken(sleepMs);
  }
}

/** How long there is nothing to do, as far as is known; whoever makes room nudges the sender. */
async function restMs(): Promise<number> {
  const room = slotsLeft();
  if (room.slots <= 0) return POLL_MS;
  const { waitMs } = await nextDue(room);
  return Math.min(POLL_MS, Math.max(SHORTEST_SLEEP_MS, waitMs ?? POLL_MS));
}

/** Sleeps, unless a nudge came since the last claim began or comes while it sleeps. */
function sleepUntilWoken(sleepMs: number): Promise<void> {
  if (sender.isNudged) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => sender.wake?.(), sleepMs).unref();
    sender.wake = () => {
      clearTimeout(timer);
      sender.wake = undefined;
      resolve();
    };
  });
}
