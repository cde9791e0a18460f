import { setMaxListeners } from "node:events";
import { describeError } from "@/lib/core/describe-error";
import { log } from "@/lib/log";
import { decryptSigningSecrets } from "@/lib/security/signing-secret";
import { attemptDelivery } from "./attempt";
import { type ClaimedDelivery, claimDueDeliveries, releaseDeliveries } from "./claim";
import { enterLane, inTurn, isFull, leaveLane, slotsLeft } from "./concurrency-limits";
import { recordAttempt } from "./record";

/** Events being sent on one account: the sender's, or a call's. The room for them is the whole process's. */
export interface SendBatch {
  readonly tally: { attempted: number; delivered: number; failed: number };
  /**
   * Claims what is due, as far as there is room, starts sending it, and answers how many. Rejects where the database
   * cannot be reached.
   */
  sendDue(): Promise<number>;
  /** Starts sending what is this process's already; what finds no room is due again, for another claim. Never throws. */
  send(claimed: readonly ClaimedDelivery[]): void;
  /** Whether an attempt is in flight that other events wait for: a probe, or the first of a pending transaction. */
  isAwaited(): boolean;
  /** Resolves when no try of this round is under way, or after this time. */
  settle(timeoutMs: number): Promise<void>;
  /** Cuts short what is under way, and due again at once. */
  cutShort(): void;
}

/**
 * Opens a round of sending with its own count. `onTurn` runs when a try has ended after which events may go at another
 * time than before: it failed, found out how its endpoint is, or released another event of its transaction.
 */
export function openSendBatch(onTurn: () => void = () => undefined): SendBatch {
  const tally = { attempted: 0, delivered: 0, failed: 0 };
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const underWay = new Set<Promise<void>>();
  let awaited = 0;

  async function sendOne(delivery: ClaimedDelivery): Promise<void> {
    const secrets = decryptSigningSecrets(delivery.organisationId, delivery.storedSecrets);
    const attempt = await attemptDelivery({ ...delivery, secrets }, { stopping: stopping.signal });
    // Where it failed, its place is free only when that is known to all: nobody runs into the same wall meanwhile.
    if (attempt.ok) leaveLane(delivery, "success");
    let hasReleased = false;
    try {
      hasReleased = await recordAttempt(delivery, attempt);
      tally.attempted++;
      tally[attempt.ok ? "delivered" : "failed"]++;
    } catch (thrown) {
      const reason = describeError(thrown);
      log.error(
        { delivery: delivery.id, reason },
        "an attempt could not be recorded; the event goes out again",
      );
    }
    if (!attempt.ok) leaveLane(delivery, attempt.isCutShort ? "none" : "failure");
    if (isAwaited(delivery)) awaited--;
    if (!attempt.ok || delivery.isProbe || hasReleased) onTurn();
  }

  async function claim(): Promise<number> {
    const room = slotsLeft();
    if (room.slots <= 0) return 0;
    const claimed = await claimDueDeliveries(room);
    send(claimed);
    return claimed.length;
  }

  /** Claims and recording both hand events over, neither knowing of the other's until they are here. */
  function send(claimed: readonly ClaimedDelivery[]): void {
    const tooMany: ClaimedDelivery[] = [];
    for (const delivery of claimed) {
      if (isFull(delivery) && !delivery.isProbe) tooMany.push(delivery);
      else start(delivery);
    }
    if (tooMany.length > 0) void giveBack(tooMany).then(onTurn);
  }

  function start(delivery: ClaimedDelivery): void {
    enterLane(delivery);
    if (isAwaited(delivery)) awaited++;
    const sending = sendOne(delivery).finally(() => underWay.delete(sending));
    underWay.add(sending);
  }

  return {
    tally,
    sendDue: () => inTurn(claim),
    send,
    isAwaited: () => awaited > 0,
    settle: (timeoutMs) => within(timeoutMs, allDone(underWay)),
    cutShort: () => stopping.abort(),
  };
}

const isAwaited = ({ isProbe, isInterim, attemptNumber, uncountedAttempts }: ClaimedDelivery) =>
  isProbe || (isInterim && attemptNumber === uncountedAttempts + 1);

/** Gives back what was claimed. Never rejects: where the database cannot be told, the leases end by themselves. */
export async function giveBack(claimed: readonly ClaimedDelivery[]): Promise<void> {
  await releaseDeliveries(claimed).catch((thrown) => {
    log.warn(
      { events: claimed.length, reason: describeError(thrown) },
      "events wait for their leases to end",
    );
  });
}

async function allDone(underWay: Set<Promise<void>>): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/** Resolves when the work does, or after this time. */
export async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
