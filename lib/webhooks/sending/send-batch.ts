import { describeError } from "@/lib/core/errors/describe-error";
import { type InFlight, InFlightList } from "@/lib/core/in-flight/in-flight-list";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { decryptSigningSecrets } from "@/lib/security/signing-secret";
import { inSpan, type SpanInput } from "@/lib/tracing";
import { type Attempt, attemptDelivery } from "../attempts/attempt";
import { decryptHeaders } from "../attempts/custom-headers";
import { type ClaimedDelivery, claimDueDeliveries, releaseDeliveries } from "./claim";
import { acquireSlot, getFreeSlots, isFull, releaseSlot, serialiseClaims } from "./concurrency-limits";
import { countAttempt } from "./endpoint-hours";
import { recordAttempt } from "./record";

/** A group of attempts with its own counters: the sender's, or one call's. The concurrency limits apply to the process. */
export interface SendBatch {
  readonly counts: { attempted: number; delivered: number; failed: number };
  /**
   * Claims due events up to the free slots, starts sending them, and returns how many. Rejects if the database is
   * unreachable.
   */
  sendDue(): Promise<number>;
  /** Starts sending events that this process has leased; releases those without a free slot. Never throws. */
  send(claimed: readonly ClaimedDelivery[]): void;
  /** Whether an attempt is in flight that other events wait for: a probe, or the first of a pending transaction. */
  hasBlockingAttempt(): boolean;
  /** Resolves when no attempt of this batch is in flight, or after this time. */
  settle(timeoutMs: number): Promise<void>;
  /** Aborts the attempts in flight; their events are due again at once. */
  abort(): void;
}

/**
 * Opens a batch. `onDueChange` runs after an attempt that may have changed when other events are due: it failed, was a
 * probe, or released another event of its transaction.
 */
export function openSendBatch(onDueChange: () => void = () => undefined): SendBatch {
  const tally = { attempted: 0, delivered: 0, failed: 0 };
  const inFlight = new InFlightList<Sending>();
  let isStopping = false;
  let blockingCount = 0;

  async function sendOne(delivery: ClaimedDelivery, abort: AbortController): Promise<void> {
    const secrets = decryptSigningSecrets(delivery.organisationId, delivery.storedSecrets);
    const headers = decryptHeaders(delivery.endpointId, delivery.storedHeaders);
    const attempt = await inSpan(
      () => toSpan(delivery),
      async (span) => {
        const traceparent = span?.traceparent;
        const event = { ...delivery, secrets, headers, traceparent };
        const ended = await attemptDelivery(event, { abort });
        if (ended.status) span?.setAttributes({ "http.response.status_code": ended.status });
        if (ended.error) span?.fail(ended.error);
        return ended;
      },
    );
    measureAttempt(attempt);
    if (!attempt.ok) logFailure(delivery, attempt);
    // After a failure the slot is released only once it is recorded, so that no other attempt fails the same way meanwhile.
    if (attempt.ok) releaseSlot(delivery, "success");
    let hasReleased = false;
    try {
      hasReleased = await recordAttempt(delivery, attempt);
      if (!attempt.isAborted) countAttempt(delivery, attempt);
      tally.attempted++;
      tally[attempt.ok ? "delivered" : "failed"]++;
    } catch (thrown) {
      const reason = describeError(thrown);
      log.error(
        { delivery: delivery.id, reason },
        "an attempt could not be recorded; the event will be sent again",
      );
    }
    if (!attempt.ok) releaseSlot(delivery, attempt.isAborted ? "none" : "failure");
    if (isBlocking(delivery)) blockingCount--;
    if (!attempt.ok || delivery.isProbe || hasReleased) onDueChange();
  }

  async function claim(): Promise<number> {
    const room = getFreeSlots();
    if (room.slots <= 0) return 0;
    const claimed = await claimDueDeliveries(room);
    send(claimed);
    return claimed.length;
  }

  /** Claims and recording lease events independently, so together they may exceed a limit. */
  function send(claimed: readonly ClaimedDelivery[]): void {
    const overLimit: ClaimedDelivery[] = [];
    for (const delivery of claimed) {
      if (isFull(delivery) && !delivery.isProbe) overLimit.push(delivery);
      else start(delivery);
    }
    if (overLimit.length > 0) void releaseClaims(overLimit).then(onDueChange);
  }

  function start(delivery: ClaimedDelivery): void {
    acquireSlot(delivery);
    if (isBlocking(delivery)) blockingCount++;
    const abort = new AbortController();
    if (isStopping) abort.abort();
    const ended = sendOne(delivery, abort).finally(() => inFlight.remove(sending));
    const sending: InFlight<Sending> = inFlight.add({ abort, ended });
  }

  return {
    counts: tally,
    sendDue: () => serialiseClaims(claim),
    send,
    hasBlockingAttempt: () => blockingCount > 0,
    settle: (timeoutMs) => waitAtMost(timeoutMs, waitForAll(inFlight)),
    abort: () => {
      isStopping = true;
      for (const { abort } of inFlight) abort.abort();
    },
  };
}

/** An attempt that has not been recorded. */
interface Sending {
  abort: AbortController;
  ended: Promise<void>;
}

/** The span of an attempt, below the recording of its payment, however long ago that was and in whichever process. */
function toSpan({ id, attemptNumber, endpointId, traceparent }: ClaimedDelivery): SpanInput {
  return {
    name: "send event",
    kind: "client",
    traceparent,
    attributes: {
      "takings.delivery_id": id,
      "takings.webhook_endpoint_id": endpointId,
      "takings.attempt": attemptNumber,
    },
  };
}

function measureAttempt({ ok, isAborted, status, durationMs }: Attempt): void {
  const failure = isAborted ? "aborted" : status === undefined ? "unanswered" : "rejected";
  metrics().attempts.inc({ outcome: ok ? "delivered" : failure });
  metrics().attemptTime.observe(durationMs / 1000);
}

/** One line for each failed attempt, without the body, the URL and the headers. An attempt that the service aborted is none. */
function logFailure(delivery: ClaimedDelivery, attempt: Attempt): void {
  if (attempt.isAborted) return;
  const { id, endpointId, organisationId, mode, attemptNumber } = delivery;
  log.warn(
    {
      delivery: id,
      endpoint: endpointId,
      organisation: organisationId,
      mode,
      attempt: attemptNumber,
      status: attempt.status,
      durationMs: attempt.durationMs,
      reason: attempt.error,
    },
    "an attempt to send an event failed",
  );
}

const isBlocking = ({ isProbe, isInterim, attemptNumber, uncountedAttempts }: ClaimedDelivery) =>
  isProbe || (isInterim && attemptNumber === uncountedAttempts + 1);

/** Releases claimed events. Never rejects: if the database is unreachable, the leases expire. */
export async function releaseClaims(claimed: readonly ClaimedDelivery[]): Promise<void> {
  await releaseDeliveries(claimed).catch((thrown) => {
    log.warn(
      { events: claimed.length, reason: describeError(thrown) },
      "claimed events could not be released; they are due when their leases expire",
    );
  });
}

async function waitForAll(inFlight: InFlightList<Sending>): Promise<void> {
  while (inFlight.size > 0) await Promise.all([...inFlight].map(({ ended }) => ended));
}

/** Resolves when the work resolves, or after this time. */
export async function waitAtMost(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
